/**
 * Puts contact blocks into slots of two that can be solved at once, without changing what any of them sees.
 *
 * Blocks that share no body which can move do not notice each other, so their order does not matter. Each
 * block goes to the first slot with room behind all slots of its bodies so far: blocks that do share a body
 * keep their order, and the result has the same bits as solving one block after the other. Both blocks of a
 * slot have the same number of points. What finds no partner shares its slot with an empty block.
 *
 * O(blocks): only the last few open slots are looked at, which also keeps neighbours in memory together.
 */
import {
  blockSize,
  blocksAt,
  bodyCountAt,
  emptyAt,
  entriesAt,
  entrySize,
  inverseMassAt,
  marksAt,
  openAt,
  openLimit,
  openSize,
  slotAAt,
  slotBAt,
  slotCountAt,
  slotSize,
  slotsAt,
  stateLength,
  statesAt,
} from './layout';

/** Most points in a block. */
const mostPoints = 8;

/** Writes the slots of the first `count` blocks of `plan`; returns how many there are. */
export function scheduleContacts(plan: usize, count: i32): i32 {
  const states = <usize>load<u32>(plan + statesAt);
  const marks = <usize>load<u32>(plan + marksAt);
  const open = <usize>load<u32>(plan + openAt);
  const slots = <usize>load<u32>(plan + slotsAt);
  const empty = <usize>load<u32>(plan + emptyAt);
  memory.fill(marks, 0, 4 * load<u32>(plan + bodyCountAt));
  memory.fill(open, 0, openSize * (mostPoints + 1));
  let entry = <usize>load<u32>(plan + entriesAt);
  let block = <usize>load<u32>(plan + blocksAt);
  let made = 0;
  for (let e = 0; e < count; e++, entry += entrySize) {
    const points = load<i32>(entry + 8);
    const stateA = states + 8 * <usize>load<u32>(entry);
    const stateB = states + 8 * <usize>load<u32>(entry + 4);
    const movesA = load<f64>(stateA + inverseMassAt) > 0;
    const movesB = load<f64>(stateB + inverseMassAt) > 0;
    const markA = marks + 4 * (<usize>load<u32>(entry) / stateLength);
    const markB = marks + 4 * (<usize>load<u32>(entry + 4) / stateLength);
    const earliest = max(movesA ? load<i32>(markA) : 0, movesB ? load<i32>(markB) : 0);
    const list = open + openSize * points;
    let index = takeOpen(list, earliest);
    let slot = slots + slotSize * index;
    let lane: usize = 4;
    if (index < 0) {
      index = made++;
      slot = slots + slotSize * index;
      lane = 0;
      store<u32>(slot + 4, <u32>(empty + 8 * stateLength));
      store<u32>(slot + slotAAt + 4, <u32>empty);
      store<u32>(slot + slotBAt + 4, <u32>empty);
      store<i32>(slot + slotCountAt, points);
      putOpen(list, index);
    }
    store<u32>(slot + lane, <u32>block);
    store<u32>(slot + slotAAt + lane, <u32>stateA);
    store<u32>(slot + slotBAt + lane, <u32>stateB);
    if (movesA) store<i32>(markA, index + 1);
    if (movesB) store<i32>(markB, index + 1);
    block += blockSize(points);
  }
  return made;
}

/** Takes the first slot from `earliest` on off a list of open ones; −1 if there is none. */
function takeOpen(list: usize, earliest: i32): i32 {
  const count = load<i32>(list);
  for (let i = 1; i <= count; i++) {
    const index = load<i32>(list + 4 * i);
    if (index < earliest) continue;
    for (let k = i; k < count; k++) store<i32>(list + 4 * k, load<i32>(list + 4 * (k + 1)));
    store<i32>(list, count - 1);
    return index;
  }
  return -1;
}

/** Adds a slot to a list of open ones; the oldest makes room for it. */
function putOpen(list: usize, index: i32): void {
  let count = load<i32>(list);
  if (count === openLimit) {
    for (let k = 1; k < count; k++) store<i32>(list + 4 * k, load<i32>(list + 4 * (k + 1)));
    count--;
  }
  store<i32>(list + 4 * (count + 1), index);
  store<i32>(list, count + 1);
}
