/** A CPU profile of V8, as far as it is read here. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
}
/** A flame graph of the profile as SVG: of all of it, or of what the functions named in `from` call. */
export function flameGraph(profile: CpuProfile, title: string, from?: readonly string[]): string;
