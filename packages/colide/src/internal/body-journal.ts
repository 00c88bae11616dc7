/**
 * Which bodies a world in a worker has, kept outside of it: ids are given out as the world will give them, and after the loss of the
 * worker another one can be told to build the same world.
 *
 * The base is the world as of the last snapshot, the entries are what was added and removed since. A new world gets the bodies
 * of the base under their old ids, then the snapshot, then the entries.
 */
import { type BodyKind, kindOfSettings, type PlainSettings, placeholder } from './plain-bodies.ts';

/** A body that was added, or, without settings, removed, by the command of that number. */
export interface JournalEntry {
  readonly command: number;
  readonly body: number;
  readonly settings: PlainSettings | undefined;
}

/** Ids in use and to be used, as `BodyTable` keeps them. */
class IdStack {
  count: number;
  readonly free: number[];

  constructor(count: number, free: readonly number[]) {
    this.count = count;
    this.free = [...free];
  }

  take(): number {
    return this.free.pop() ?? this.count++;
  }

  has(id: number): boolean {
    return id < this.count && !this.free.includes(id);
  }
}

/** Bodies and ids. */
export class BodyJournal {
  private own = new IdStack(0, []);
  private ids = new IdStack(0, []);
  private base = new IdStack(0, []);
  /** The bodies of the base that were not there from the beginning. */
  private readonly bodies = new Map<number, PlainSettings>();
  private entries: JournalEntry[] = [];
  /** The bodies that there are. */
  private readonly kinds = new Map<number, BodyKind>();

  /** Begins with the bodies that the world in the worker has of its own: their kinds by id, 0 for none, and its free ids. */
  begin(kinds: readonly number[], free: readonly number[]): void {
    this.own = new IdStack(kinds.length, free);
    this.ids = new IdStack(kinds.length, free);
    this.base = new IdStack(kinds.length, free);
    for (const [body, kind] of kinds.entries()) if (kind > 0) this.kinds.set(body, kind as BodyKind);
  }

  /** Number of bodies. */
  get size(): number {
    return this.kinds.size;
  }

  /** Whether there is such a body. */
  has(body: number): boolean {
    return this.kinds.has(body);
  }

  /** The ids of all bodies, ascending. */
  listIds(): IterableIterator<number> {
    return [...this.kinds.keys()].sort((a, b) => a - b).values();
  }

  /** The kind of a body; throws when there is no such body. */
  kindOf(body: number): BodyKind {
    const kind = this.kinds.get(body);
    if (kind === undefined) throw new RangeError(`body must be the id of a body, got ${body}`);
    return kind;
  }

  /** The id that the next body will have. */
  get nextId(): number {
    return this.ids.free.at(-1) ?? this.ids.count;
  }

  /** Notes a new body. */
  add(command: number, settings: PlainSettings): void {
    const body = this.ids.take();
    this.kinds.set(body, kindOfSettings(settings));
    this.entries.push({ command, body, settings });
  }

  /** Notes that a body is taken out. */
  remove(command: number, body: number): void {
    this.kinds.delete(body);
    this.ids.free.push(body);
    this.entries.push({ command, body, settings: undefined });
  }

  /**
   * Notes what the worker itself has added and removed when all up to `command` had been done. What was on its way is forgotten where
   * the world refuses it: bodies whose ids are taken, and removals of bodies that are gone.
   */
  note(command: number, changes: Iterable<{ body: number; settings: PlainSettings | undefined }>): void {
    const later = this.entries.filter(entry => entry.command > command);
    this.entries.length -= later.length;
    if (later.length > 0) {
      this.ids = new IdStack(this.base.count, this.base.free);
      for (const entry of this.entries) this.follow(entry);
    }
    for (const { body, settings } of changes)
      if (settings) this.add(command, settings);
      else this.remove(command, body);
    for (const entry of later) if (this.follow(entry)) this.entries.push(entry);
  }

  /** Does again what an entry says. Returns false for a body that would get another id, and for a removal of none. */
  private follow({ body, settings }: JournalEntry): boolean {
    const { ids, kinds } = this;
    if (!settings) {
      if (!ids.has(body)) return false;
      ids.free.push(body);
      kinds.delete(body);
      return true;
    }
    const given = ids.take();
    if (given === body) kinds.set(body, kindOfSettings(settings));
    else {
      ids.free.push(given);
      if (!ids.has(body)) kinds.delete(body);
    }
    return given === body;
  }

  /** A snapshot was taken when all up to `command` had been done: that is the new base. */
  settle(command: number): void {
    let count = 0;
    for (; count < this.entries.length && this.entries[count]!.command <= command; count++) {
      const { body, settings } = this.entries[count]!;
      if (settings) {
        this.base.take();
        this.bodies.set(body, settings);
      } else {
        this.base.free.push(body);
        this.bodies.delete(body);
      }
    }
    this.entries.splice(0, count);
  }

  /** What to do to a new world to make it the base; bodies come out under their ids. */
  *rebuild(): Generator<JournalEntry> {
    const { own, base, bodies } = this;
    const add = (body: number): JournalEntry => ({
      command: 0,
      body,
      settings: bodies.get(body) ?? placeholder,
    });
    const remove = (body: number): JournalEntry => ({ command: 0, body, settings: undefined });
    for (let i = own.free.length - 1; i >= 0; i--) yield add(own.free[i]!);
    const freed = new Set(own.free);
    for (let body = 0; body < own.count; body++)
      if (bodies.has(body) && !freed.has(body)) {
        yield remove(body);
        yield add(body);
      }
    for (let body = own.count; body < base.count; body++) yield add(body);
    for (const body of base.free) yield remove(body);
  }

  /** The bodies that were added or removed since the base. */
  get recent(): ReadonlySet<number> {
    return new Set(this.entries.map(entry => entry.body));
  }

  /** What was done since the base, as commands that follow `command`. */
  since(command: number): readonly JournalEntry[] {
    this.entries = this.entries.map((entry, i) => ({ ...entry, command: command + 1 + i }));
    return this.entries;
  }
}
