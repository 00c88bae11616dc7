/// <reference types="vite/client" />
/** Dialogs over the stage: the gallery of scenes and the source of the current scene. */
import type { SceneDefinition } from '../scene.ts';
import { add } from './panel.ts';
import { isDark } from './theme.ts';

const sources = import.meta.glob<string>('../scenes/*.ts', { query: '?raw', import: 'default' });

/** A dialog with a title and a button that closes it; it is removed when it closes. */
function open(parent: HTMLElement, title: string, className: string): HTMLDialogElement {
  const dialog = add(parent, 'dialog', `pg-dialog ${className}`);
  const head = add(dialog, 'div', 'pg-dialog-head');
  const heading = add(head, 'h2');
  heading.textContent = title;
  heading.id = `${className}-title`;
  dialog.setAttribute('aria-labelledby', heading.id);
  const close = add(head, 'button', 'pg-button');
  close.type = 'button';
  close.textContent = 'Close';
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  // A click outside the dialog has the dialog itself as its target, one inside an element of it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.showModal();
  return dialog;
}

/** Shows pictures of all scenes and reports the chosen one. */
export function openGallery(
  parent: HTMLElement,
  scenes: readonly SceneDefinition[],
  chosen: (name: string) => void,
): void {
  const dialog = open(parent, 'Scenes', 'pg-gallery');
  const ending = isDark() ? '-dark' : '';
  const list = add(dialog, 'ul');
  for (const { name, title } of scenes) {
    const button = add(add(list, 'li'), 'button');
    button.type = 'button';
    const image = add(button, 'img');
    Object.assign(image, { alt: '', width: 320, height: 200, loading: 'lazy' });
    // A scene without a picture shows its title alone.
    image.addEventListener('error', () => image.remove());
    image.src = `${import.meta.env.BASE_URL}scenes/${name}${ending}.webp`;
    add(button, 'span').textContent = title;
    button.addEventListener('click', () => {
      dialog.close();
      chosen(name);
    });
  }
}

/** Shows the program that builds a scene. */
export async function openSource(parent: HTMLElement, { name, title }: SceneDefinition): Promise<void> {
  const text = await sources[`../scenes/${name}.ts`]();
  const dialog = open(parent, `Source of “${title}”`, 'pg-source');
  const code = add(add(dialog, 'pre'), 'code');
  code.textContent = text;
  code.tabIndex = 0;
}
