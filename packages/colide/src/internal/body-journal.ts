/**
 * Which bodies a world in a worker has, kept outside of it: ids are given out as the world will give them, and after the loss of the
 * worker another one can be told to build the same world.
 *
 * The base is the world as of the last snapshot, the entries are what was added and removed since. A new world gets the bodies
 * of the base under their old ids, then the snapshot, then the entries.
 */
import { SphereShape } from '@colide/geometry';
import type { BodySettings } from '../body-settings.ts';

/** What was done to a world. */
export type JournalEntry =
  | { readonly command: number; readonly body: number; readonly settings: BodySettings }
  | { readonly command: number; readonly body: number; readonly settings: undefined };

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
}

/** Bodies and ids. */
export class BodyJournal {
  private own = new IdStack(0, []);
  private ids = new IdStack(0, []);
  private base = new IdStack(0, []);
  private readonly bodies = new Map<number, BodySettings>();
  private entries: JournalEntry[] = [];
  private readonly alive = new Set<number>();

  /** Begins with the bodies that the world in the worker has of its own. */
  begin(count: number, free: readonly number[]): void {
    this.own = new IdStack(count, free);
    this.ids = new IdStack(count, free);
    this.base = new IdStack(count, free);
    for (let body = 0; body < count; body++) if (!free.includes(body)) this.alive.add(body);
  }

  /** Number of bodies. */
  get size(): number {
    return this.alive.size;
  }

  /** Whether there is such a body. */
  has(body: number): boolean {
    return this.alive.has(body);
  }

  /** Notes a new body; returns its id. */
  add(command: number, settings: BodySettings): number {
    const body = this.ids.take();
    this.alive.add(body);
    this.entries.push({ command, body, settings });
    return body;
  }

  /** Notes that a body is taken out. */
  remove(command: number, body: number): void {
    this.alive.delete(body);
    this.ids.free.push(body);
    this.entries.push({ command, body, settings: undefined });
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
      settings: bodies.get(body) ?? placeholder(),
    });
    for (let i = own.free.length - 1; i >= 0; i--) yield add(own.free[i]!);
    for (let body = 0; body < own.count; body++)
      if (bodies.has(body) && !own.free.includes(body)) {
        yield { command: 0, body, settings: undefined };
        yield add(body);
      }
    for (let body = own.count; body < base.count; body++) yield add(body);
    for (const body of base.free) yield { command: 0, body, settings: undefined };
  }

  /** Commands are counted anew: `command` have been given, the entries follow. */
  renumber(command: number): void {
    this.entries = this.entries.map((entry, i) => ({ ...entry, command: command + 1 + i }));
  }

  /** What was done since the base. */
  since(): readonly JournalEntry[] {
    return this.entries;
  }
}

/** A body that holds an id until it is removed, and meets nobody. */
function placeholder(): BodySettings {
  return { shape: new SphereShape(1), type: 'static', group: 0, mask: 0 };
}
