/**
 * The controls beside the stage: plain elements of HTML, so that keyboards and screen readers can use them.
 */

/** A choice, and a setter for changes from code. */
export interface Control<T> {
  set(value: T): void;
  /** Sets the available options. */
  options?(values: readonly T[]): void;
  enable(enabled: boolean): void;
}

/** A panel to fill. */
export class Panel {
  readonly element: HTMLElement;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** A group of controls with a title; it contains the controls that are added until the next group. */
  group(title: string): HTMLElement {
    const group = add(this.element, 'section', 'pg-group');
    const heading = add(group, 'h2');
    heading.textContent = title;
    return group;
  }

  /** A list of choices, one of which is selected. */
  choice<T extends string | number>(
    parent: HTMLElement,
    label: string,
    values: readonly T[],
    titles: (value: T) => string,
    changed: (value: T) => void,
  ): Control<T> {
    const line = add(parent, 'div', 'pg-line');
    const name = add(line, 'label');
    const select = add(line, 'select');
    name.textContent = label;
    name.htmlFor = select.id = `pg-${label.toLowerCase().replaceAll(' ', '-')}`;
    let known = values;
    const fill = (next: readonly T[]) => {
      known = next;
      select.replaceChildren(
        ...next.map((value, i) =>
          Object.assign(document.createElement('option'), { value: String(i), text: titles(value) }),
        ),
      );
    };
    fill(values);
    select.addEventListener('change', () => changed(known[select.selectedIndex]));
    return {
      set: value => {
        select.selectedIndex = known.indexOf(value);
      },
      options: fill,
      enable: enabled => {
        select.disabled = !enabled;
      },
    };
  }

  /** A box to tick. */
  toggle(parent: HTMLElement, label: string, changed: (value: boolean) => void): Control<boolean> {
    const line = add(parent, 'label', 'pg-toggle');
    const input = add(line, 'input');
    input.type = 'checkbox';
    input.name = label;
    add(line, 'span').textContent = label;
    input.addEventListener('change', () => changed(input.checked));
    return {
      set: value => {
        input.checked = value;
      },
      enable: enabled => {
        input.disabled = !enabled;
      },
    };
  }

  /** A slider from 0, whose value is written beside it. */
  slider(
    parent: HTMLElement,
    label: string,
    { max, step }: { max: number; step: number },
    changed: (value: number) => void,
  ): Control<number> {
    const line = add(parent, 'div', 'pg-line pg-slider');
    const name = add(line, 'label');
    const input = add(line, 'input');
    const output = add(line, 'output');
    name.textContent = label;
    name.htmlFor = input.id = `pg-${label.toLowerCase()}`;
    Object.assign(input, { type: 'range', min: '0', max: String(max), step: String(step) });
    const show = () => {
      output.value = input.value;
    };
    input.addEventListener('input', () => {
      show();
      changed(input.valueAsNumber);
    });
    return {
      set: value => {
        input.value = String(value);
        show();
      },
      enable: enabled => {
        input.disabled = !enabled;
      },
    };
  }

  /** A button. */
  button(parent: HTMLElement, label: string, action: () => void): HTMLButtonElement {
    const button = add(parent, 'button', 'pg-button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', action);
    return button;
  }
}

/** Appends an element. */
export function add<K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  tag: K,
  className = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  parent.appendChild(element);
  return element;
}
