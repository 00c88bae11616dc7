/**
 * The panel below a demo: play, pause, step and reset, sliders, choices and one line of text. Plain DOM
 * elements, so that all of it is reachable by keyboard and readable by screen readers.
 */

/** How a slider runs. */
export interface SliderRange {
  min: number;
  max: number;
  step: number;
  value: number;
  /** How the value is written; as a plain number by default. */
  format?(value: number): string;
}

/** A value that the reader can change. */
export interface Setting<T> {
  value: T;
}

/** The controls of one demo. */
export interface Controls {
  /** Calls `frame` for every picture with the seconds since the last one; adds play/pause and step. */
  animate(frame: (seconds: number) => void, playing?: boolean): void;
  /** Adds a reset button. */
  reset(action: () => void): void;
  /**
   * Adds a step button for what has no animation. Its value says whether there is a next step; if not, it is
   * disabled.
   */
  step(action: () => void): Setting<boolean>;
  /** Adds a button. Its value says whether it can be pressed. */
  button(label: string, action: () => void): Setting<boolean>;
  /** Adds a slider. */
  slider(label: string, range: SliderRange, change?: (value: number) => void): Setting<number>;
  /** Adds a checkbox. */
  toggle(label: string, value: boolean, change?: (value: boolean) => void): Setting<boolean>;
  /** Adds a drop-down list. */
  choice<T extends string>(label: string, options: readonly T[], change?: (value: T) => void): Setting<T>;
  /** Writes the line of text below the controls. */
  status(text: string): void;
  /** Stops the animation and removes the controls. */
  dispose(): void;
}

/** Longest time step handed to an animation, s: after a pause the motion continues without a jump. */
const longestStep = 1 / 20;

/** A text whose negative numbers have minus signs, where JavaScript writes hyphens; 0 has none. */
const withMinusSigns = (text: string) =>
  text.replace(
    /(?<![\p{L}\d])-(\d+(?:\.\d+)?)/gu,
    (_, digits) => `${Number(digits) === 0 ? '' : '−'}${digits}`,
  );

/** A text that begins with a capital. */
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Fills `panel` with controls as they are asked for. Animation rests while `stage` is out of sight. */
export function createControls(panel: HTMLElement, stage: HTMLElement): Controls {
  const ends: (() => void)[] = [];
  let status: HTMLElement | undefined;

  const add = <K extends keyof HTMLElementTagNameMap>(parent: Node, tag: K, text = '') => {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.insertBefore(element, parent === panel && status ? status : null);
    return element;
  };
  const button = (parent: Node, label: string, action: () => void) => {
    const element = add(parent, 'button', label);
    element.type = 'button';
    element.addEventListener('click', action);
    return element;
  };

  /** The group of play, step and reset; always first. */
  const transport = () => {
    const group = panel.querySelector('.demo-transport') ?? document.createElement('span');
    group.className = 'demo-transport';
    if (!group.parentNode) panel.prepend(group);
    return group;
  };

  return {
    animate(frame, playing = true) {
      let running = playing && !matchMedia('(prefers-reduced-motion: reduce)').matches;
      let visible = false;
      let request = 0;
      let last = 0;
      const tick = (now: number) => {
        // A frame's time is when it began, which may be before the animation was started.
        frame(Math.max(0, Math.min((now - last) / 1000, longestStep)));
        last = now;
        request = requestAnimationFrame(tick);
      };
      const update = () => {
        cancelAnimationFrame(request);
        play.textContent = running ? 'Pause' : 'Play';
        if (!running || !visible) return;
        last = performance.now();
        request = requestAnimationFrame(tick);
      };
      const play = button(transport(), 'Pause', () => {
        running = !running;
        update();
      });
      button(transport(), 'Step', () => {
        running = false;
        update();
        frame(1 / 60);
      });
      // Reset is the last of the group, whoever asked for it first.
      const reset = transport().querySelector('[data-reset]');
      if (reset) transport().append(reset);
      const observer = new IntersectionObserver(entries => {
        visible = entries.at(-1)!.isIntersecting;
        update();
      });
      observer.observe(stage);
      update();
      frame(0);
      ends.push(() => {
        observer.disconnect();
        running = false;
        cancelAnimationFrame(request);
      });
    },

    reset(action) {
      button(transport(), 'Reset', action).dataset['reset'] = '';
    },

    step(action) {
      return enabledSetting(button(transport(), 'Step', action));
    },

    button(label, action) {
      return enabledSetting(button(panel, label, action));
    },

    slider(label, { min, max, step, value, format = String }, change) {
      const line = add(panel, 'label');
      add(line, 'span', label);
      const input = add(line, 'input');
      input.type = 'range';
      Object.assign(input, { min: String(min), max: String(max), step: String(step), value: String(value) });
      const text = (shown: number) => withMinusSigns(format(shown));
      const output = add(line, 'output', text(value));
      const setting = {
        get value() {
          return input.valueAsNumber;
        },
        // A demo that sets the value itself moves the knob along.
        set value(next: number) {
          input.value = String(next);
          output.textContent = text(input.valueAsNumber);
        },
      };
      input.addEventListener('input', () => {
        output.textContent = text(setting.value);
        change?.(setting.value);
      });
      return setting;
    },

    toggle(label, value, change) {
      const setting = { value };
      const line = add(panel, 'label');
      const input = add(line, 'input');
      input.type = 'checkbox';
      input.checked = value;
      add(line, 'span', label);
      input.addEventListener('change', () => {
        setting.value = input.checked;
        change?.(setting.value);
      });
      return setting;
    },

    choice(label, options, change) {
      const setting = { value: options[0] };
      const line = add(panel, 'label');
      add(line, 'span', label);
      const select = add(line, 'select');
      for (const option of options) add(select, 'option', option);
      select.addEventListener('change', () => {
        setting.value = options[select.selectedIndex];
        change?.(setting.value);
      });
      return setting;
    },

    status(text) {
      status ??= Object.assign(add(panel, 'p'), { className: 'demo-status' });
      const shown = capitalised(withMinusSigns(text));
      if (status.textContent !== shown) status.textContent = shown;
    },

    dispose() {
      for (const end of ends) end();
      panel.replaceChildren();
    },
  };
}

/** Whether a button can be pressed, as a setting. */
function enabledSetting(button: HTMLButtonElement): Setting<boolean> {
  return {
    get value() {
      return !button.disabled;
    },
    set value(next: boolean) {
      button.disabled = !next;
    },
  };
}
