/** The colours of the page for canvases, and a signal when the reader switches between light and dark. */

/** Colours by role; the values come from the CSS variables `--demo-…`. */
export interface Palette {
  surface: string;
  grid: string;
  ink: string;
  soft: string;
  a: string;
  b: string;
  c: string;
  hit: string;
}

/** The palette of the current theme. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--demo-${name}`).trim();
  return {
    surface: read('surface'),
    grid: read('grid'),
    ink: read('ink'),
    soft: read('soft'),
    a: read('a'),
    b: read('b'),
    c: read('c'),
    hit: read('hit'),
  };
}

/** Calls `changed` after every switch of theme until the returned function is called. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}
