/**
 * A flame graph from a CPU profile of V8: one bar per call path, as wide as the time spent in it, callees on
 * top of their callers (Gregg 2016, "The flame graph"). Siblings are in alphabetical order, so that graphs
 * can be compared; paths below a thousandth of the total are left out. Hover over a bar for its name and
 * share.
 */

const width = 1200;
const rowHeight = 17;
const smallest = 1e-3;

const escapeText = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The roots of the graph: all calls of some functions, or the root of the profile if there are none. */
function rootsOf(nodes, from) {
  const found = nodes.filter(({ callFrame }) => from.includes(callFrame.functionName));
  return found.length > 0 ? found : nodes.slice(0, 1);
}

/** Merges the nodes of the profile by call path. Functions to start from must not call each other. */
function mergePaths({ nodes, samples, timeDeltas }, from) {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const own = new Map();
  for (const [i, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + timeDeltas[i]);
  const totals = new Map();
  const total = node => {
    let sum = totals.get(node.id);
    if (sum === undefined) {
      sum =
        (own.get(node.id) ?? 0) +
        (node.children ?? []).reduce((add, child) => add + total(byId.get(child)), 0);
      totals.set(node.id, sum);
    }
    return sum;
  };
  const merge = (target, node) => {
    const name = node.callFrame.functionName || '(anonymous)';
    const path = target.children.get(name) ?? { name, time: 0, children: new Map() };
    target.children.set(name, path);
    path.time += total(node);
    for (const child of node.children ?? []) merge(path, byId.get(child));
  };
  const root = { name: 'all', time: 0, children: new Map() };
  for (const node of rootsOf(nodes, from)) {
    root.time += total(node);
    for (const child of node.children ?? []) merge(root, byId.get(child));
  }
  return root;
}

/** A warm colour that depends on the name alone. */
function color(name) {
  let hash = 0;
  for (const character of name) hash = (31 * hash + character.codePointAt(0)) % 997;
  return `hsl(${20 + (hash % 35)} ${60 + (hash % 20)}% ${58 + (hash % 12)}%)`;
}

/** A flame graph of the profile as SVG: of all of it, or of what the functions named in `from` call. */
export function flameGraph(profile, title, from = []) {
  const root = mergePaths(profile, from);
  const bars = [];
  let depth = 0;
  const draw = (path, x, row) => {
    const share = path.time / root.time;
    if (share < smallest) return;
    depth = Math.max(depth, row);
    bars.push({ path, x, row, share });
    let at = x;
    for (const child of [...path.children.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      draw(child, at, row + 1);
      at += (child.time / root.time) * width;
    }
  };
  draw(root, 0, 0);
  const height = 40 + (depth + 1) * rowHeight;
  const rects = bars.map(({ path, x, row, share }) => {
    const y = height - (row + 1) * rowHeight;
    const w = share * width;
    const letters = Math.floor((w - 6) / 6.5);
    const label = letters > 2 ? path.name.slice(0, letters) : '';
    return (
      `<g><title>${escapeText(path.name)}: ${(100 * share).toFixed(1)} %</title>` +
      `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, w - 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${color(path.name)}"/>` +
      `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escapeText(label)}</text></g>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="monospace" font-size="11">` +
    `<text x="6" y="20" font-size="15">${escapeText(title)}</text>${rects.join('')}</svg>\n`
  );
}
