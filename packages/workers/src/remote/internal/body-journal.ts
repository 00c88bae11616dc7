/**
 * A record, outside the worker, of the bodies of its world: ids are assigned as the world will assign them,
 * and if the worker is lost, another one can build the same world.
 *
 * The base is the world as of the last snapshot; the entries are the bodies added and removed since. A new
 * world gets the bodies of the base with their old ids, then the snapshot, then the entries.
 */
import { refuse } from '@colide/core';
import { type BodyKind, kindOfSettings, type PlainSettings } from '../../internal/plain-bodies.ts';

/** A body that was added or, without settings, removed by a command. */
export interface JournalEntry {
  readonly command: number;
  readonly body: number;
  readonly settings: PlainSettings | undefined;
}

type RosterData = Pick<Roster, 'count' | 'next' | 'kinds' | 'placeholder'>;

/** The bodies of a world and the ids that it will assign, as in `BodyTable`. */
class Roster {
  count: number;
  /** Id at which the search for a free one begins. */
  next: number;
  readonly kinds: Map<number, BodyKind>;
  /** The settings of a body that touches nothing. */
  readonly placeholder: PlainSettings;

  constructor({ count, next, kinds, placeholder }: RosterData) {
    this.count = count;
    this.next = next;
    this.kinds = new Map(kinds);
    this.placeholder = placeholder;
  }

  get nextId(): number {
    const { count, kinds } = this;
    for (let i = 0; i < count && kinds.size < count; i++)
      if (!kinds.has((this.next + i) % count)) return (this.next + i) % count;
    return count;
  }

  /**
   * Applies an entry, and returns the entries that the world carries out for it. A body that would get
   * another id is removed again, and the removal of a body that no longer exists is ignored.
   */
  obey(entry: JournalEntry): JournalEntry[] {
    const { command, body, settings } = entry;
    if (!settings) {
      return this.kinds.delete(body) ? [entry] : [];
    }
    const given = this.nextId;
    this.count = Math.max(this.count, given + 1);
    this.next = given + 1;
    if (given === body) {
      this.kinds.set(body, kindOfSettings(settings));
      return [entry];
    }
    return [
      { command, body: given, settings: this.placeholder },
      { command, body: given, settings: undefined },
    ];
  }
}

/** Bodies and ids. */
export class BodyJournal {
  private own: Roster;
  private base: Roster;
  private now: Roster;
  /** The bodies of the base that the new world does not create itself. */
  private readonly bodies = new Map<number, PlainSettings>();
  /** Entries since the base; the world may reject some of them. */
  private entries: JournalEntry[] = [];

  /** @param placeholder the settings of a body that touches nothing, for ids that must be in use */
  constructor(placeholder: PlainSettings) {
    this.own = new Roster({ count: 0, next: 0, kinds: new Map(), placeholder });
    this.base = new Roster(this.own);
    this.now = new Roster(this.own);
  }

  /**
   * Starts with the bodies that the world in the worker has created itself: their kinds by id, 0 for none,
   * and the id at which its search for free ones begins.
   */
  begin(kinds: readonly number[], nextId: number): void {
    const there = [...kinds.entries()].filter(([, kind]) => kind > 0) as [number, BodyKind][];
    const { placeholder } = this.own;
    this.own = new Roster({ count: kinds.length, next: nextId, kinds: new Map(there), placeholder });
    this.base = new Roster(this.own);
    this.now = new Roster(this.own);
  }

  /** Number of bodies. */
  get count(): number {
    return this.now.kinds.size;
  }

  /** Whether there is such a body. */
  has(body: number): boolean {
    return this.now.kinds.has(body);
  }

  /** The ids of all bodies, ascending. */
  listIds(): IterableIterator<number> {
    return [...this.now.kinds.keys()].sort((a, b) => a - b).values();
  }

  /** The kind of a body; throws when there is no such body. */
  kindOf(body: number): BodyKind {
    const kind = this.now.kinds.get(body);
    if (kind === undefined) refuse('body', 'be the id of a body', body);
    return kind;
  }

  /** The id that the next body will have. */
  get nextId(): number {
    return this.now.nextId;
  }

  /** Records a new body. */
  add(command: number, settings: PlainSettings): void {
    this.write({ command, body: this.nextId, settings });
  }

  /** Records the removal of a body. */
  remove(command: number, body: number): void {
    this.write({ command, body, settings: undefined });
  }

  private write(entry: JournalEntry): void {
    this.now.obey(entry);
    this.entries.push(entry);
  }

  /**
   * Records the bodies that the worker itself has added and removed after all commands up to `command`.
   * Pending commands come after that: the world rejects new bodies whose ids are in use by then, and removals
   * of bodies that no longer exist.
   */
  note(command: number, changes: Iterable<{ body: number; settings: PlainSettings | undefined }>): void {
    const later = this.entries.filter(entry => entry.command > command);
    if (later.length > 0) {
      this.entries.length -= later.length;
      this.now = new Roster(this.base);
      for (const entry of this.entries) this.now.obey(entry);
    }
    for (const change of changes) this.write({ command, ...change });
    for (const entry of later) this.write(entry);
  }

  /** A snapshot was taken after all commands up to `command`: it is the new base. */
  settle(command: number): void {
    let count = 0;
    for (; count < this.entries.length && this.entries[count].command <= command; count++)
      for (const { body, settings } of this.base.obey(this.entries[count]))
        if (settings) this.bodies.set(body, settings);
        else this.bodies.delete(body);
    this.entries.splice(0, count);
  }

  /**
   * The entries that turn a new world into the base, except for the next id, which is in the snapshot; bodies
   * get their old ids.
   */
  *rebuild(): Generator<JournalEntry> {
    const { own, base, bodies } = this;
    const roster = new Roster(own);
    const add = (body: number): JournalEntry[] =>
      roster.obey({ command: 0, body, settings: bodies.get(body) ?? own.placeholder });
    const remove = (body: number): JournalEntry[] => roster.obey({ command: 0, body, settings: undefined });
    // Ids are assigned in turn, so all of them are, and those that are free in the base are removed again. A
    // world to which no body has been added keeps its next id.
    if (bodies.size > 0 || base.count > own.count)
      while (roster.kinds.size < base.count) yield* add(roster.nextId);
    for (const body of own.kinds.keys())
      if (bodies.has(body)) {
        yield* remove(body);
        yield* add(body);
      }
    for (const body of [...roster.kinds.keys()]) if (!base.kinds.has(body)) yield* remove(body);
  }

  /** The bodies that were added or removed since the base. */
  get recent(): ReadonlySet<number> {
    return new Set(this.entries.map(entry => entry.body));
  }

  /** The entries since the base, as commands that follow `command`. */
  since(command: number): readonly JournalEntry[] {
    const roster = new Roster(this.base);
    const done = this.entries.flatMap(entry => roster.obey(entry));
    this.entries = done.map((entry, i) => ({ ...entry, command: command + 1 + i }));
    return this.entries;
  }
}
