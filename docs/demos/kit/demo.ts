/** The exports of a demo file. The page gives it an empty element and the panel of controls below it. */
import type { Controls } from './controls.ts';

/** A module `docs/demos/<name>.ts`. */
export interface DemoModule {
  /** Starts the demo inside `stage` and returns the function that ends it. */
  mount(stage: HTMLElement, controls: Controls): () => void;
}
