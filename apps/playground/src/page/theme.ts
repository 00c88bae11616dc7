/**
 * Colours of the stage for the light and the dark theme of the site, and a signal when the visitor switches.
 */

/** Colours by role. */
export interface StageTheme {
  readonly sky: string;
  readonly ground: string;
  readonly grid: string;
  readonly ink: string;
  readonly sun: string;
  readonly sunPower: number;
  readonly above: string;
  readonly below: string;
  readonly skyPower: number;
  /** Colours of bodies, in order. */
  readonly bodies: readonly string[];
  /** Colour of obstacles: ramps, terrain, kinematic bodies. */
  readonly solid: string;
  /** Colour of sleeping bodies. */
  readonly asleep: string;
  readonly volume: string;
  readonly pair: string;
  readonly contact: string;
}

const light: StageTheme = {
  sky: '#eef2f4',
  ground: '#e6ebee',
  grid: '#cfd8dd',
  ink: '#24323d',
  sun: '#fff4e2',
  sunPower: 2.6,
  above: '#ffffff',
  below: '#c9c2b8',
  skyPower: 1.5,
  bodies: ['#1f9e8f', '#ef8a3c', '#6a70d8', '#e2576f', '#e9b949', '#4d9fd6'],
  solid: '#b9c4cb',
  asleep: '#b8c3c9',
  volume: '#14796d',
  pair: '#5d63cf',
  contact: '#cf3f63',
};

const dark: StageTheme = {
  sky: '#1a2026',
  ground: '#3d474f',
  grid: '#4f5b64',
  ink: '#dbe4ea',
  sun: '#ffe9cf',
  sunPower: 2.8,
  above: '#bccddc',
  below: '#4a5058',
  skyPower: 1.3,
  bodies: ['#2fb8a6', '#f0954e', '#8287f0', '#f0708c', '#f0c75e', '#5cb2ea'],
  solid: '#7d8b96',
  asleep: '#66737d',
  volume: '#4fd1c0',
  pair: '#969bff',
  contact: '#ff6f91',
};

/** Whether the page is dark: the site marks this on its root element. */
export function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}

/** The colours of the stage as the page is now. */
export function stageTheme(): StageTheme {
  return isDark() ? dark : light;
}

/** Calls `changed` after every switch of theme until the returned function is called. */
export function watchStageTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}
