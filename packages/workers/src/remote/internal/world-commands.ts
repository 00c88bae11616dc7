/**
 * Commands that change the bodies of a world in a worker, and the record of them: which ids are in use, which
 * shapes the worker knows, and everything that another worker needs to build the same world.
 *
 * Commands are posted at once and take effect in order, even while a new worker is starting. A command that
 * cannot be posted throws before anything is recorded.
 */
import {
  type BodyChecks,
  type BodyCodec,
  type BodyKind,
  describeShape,
  type PlainSettings,
  plainMaterial,
  plainSettings,
} from '../../internal/plain-bodies.ts';
import { SentShapes } from '../../internal/sent-shapes.ts';
import type { AddedBody, BodiesMessage, SavedWorld } from '../../internal/world-protocol.ts';
import { BodyJournal, type JournalEntry } from './body-journal.ts';
import type { WorkerLink } from './worker-link.ts';

/** Sends commands to the worker at the other end of a link. */
export class WorldCommands {
  private readonly link: WorkerLink;
  private readonly codec: BodyCodec;
  private readonly checks: BodyChecks;
  private readonly journal: BodyJournal;
  private shapes = new SentShapes();
  private gravity: readonly number[] | undefined;
  /** Changes to the materials of bodies since they were added. */
  private readonly materials = new Map<number, object>();
  /** Number of commands sent to the current worker. */
  private sent = 0;

  constructor(link: WorkerLink, codec: BodyCodec, checks: BodyChecks) {
    this.link = link;
    this.codec = codec;
    this.checks = checks;
    this.journal = new BodyJournal(codec.placeholder);
  }

  /** Number of bodies. */
  get count(): number {
    return this.journal.count;
  }

  /** Whether there is a body with this id. */
  has(body: number): boolean {
    return this.journal.has(body);
  }

  /** The ids of all bodies, ascending. */
  ids(): IterableIterator<number> {
    return this.journal.listIds();
  }

  /** The kind of a body; throws if there is no such body or the worker is lost. */
  kindOf(body: number): BodyKind {
    this.link.requireAlive();
    return this.journal.kindOf(body);
  }

  /** The bodies that the first worker has created by itself. */
  begin(kinds: readonly number[], nextId: number): void {
    this.journal.begin(kinds, nextId);
  }

  /** Adds a body; returns its id. */
  add(settings: object): number {
    this.link.requireAlive();
    this.checks.requireSettings(settings);
    const plain = plainSettings(this.codec, settings as PlainSettings);
    const body = this.journal.nextId;
    this.sendBody(body, plain);
    this.journal.add(this.sent, plain);
    return body;
  }

  /** Removes a body. */
  remove(body: number): void {
    this.kindOf(body);
    this.sendRemoval(body);
    this.journal.remove(this.sent, body);
    this.materials.delete(body);
  }

  /** Changes a body. */
  change(method: string, body: number, ...args: readonly unknown[]): void {
    this.kindOf(body);
    this.send(method, body, ...args);
  }

  /** Changes the given properties of a body's material. */
  setMaterial(body: number, material: object): void {
    this.checks.requireMaterial(material);
    const plain = plainMaterial(this.codec, material);
    this.change('setMaterial', body, plain);
    this.materials.set(body, { ...this.materials.get(body), ...plain });
  }

  /** Changes the gravity of the world. */
  setGravity(gravity: readonly number[]): void {
    this.link.requireAlive();
    this.send('setGravity', gravity);
    this.gravity = gravity;
  }

  /** A snapshot was taken after this many commands: earlier ones need not be repeated. */
  settle(commands: number): void {
    this.journal.settle(commands);
  }

  /** The worker's own code has added or removed bodies. */
  note({ commands, changes }: BodiesMessage): void {
    this.journal.note(commands, changes);
    for (const body of this.materials.keys()) if (!this.journal.has(body)) this.materials.delete(body);
    for (const { body, settings } of changes) {
      if (settings) continue;
      this.materials.delete(body);
      const shape = this.shapes.drop(body);
      if (shape !== undefined) this.link.post('forget', [shape]);
    }
  }

  /**
   * Repeats everything for a new worker; resolves when its world has the state of the snapshot and of all
   * later commands.
   */
  repeat(saved: SavedWorld | undefined): Promise<void> {
    this.shapes = new SentShapes();
    this.sent = 0;
    const { recent } = this.journal;
    this.replay(this.journal.rebuild());
    // A change of material wakes a body; the snapshot knows which ones sleep.
    this.repeatMaterials(body => !recent.has(body));
    const resumed = saved ? this.link.ask<void>('resume', saved) : Promise.resolve();
    if (this.gravity) this.send('setGravity', this.gravity);
    this.replay(this.journal.since(this.sent));
    this.repeatMaterials(body => recent.has(body));
    return resumed;
  }

  private repeatMaterials(filter: (body: number) => boolean): void {
    for (const [body, material] of this.materials) if (filter(body)) this.send('setMaterial', body, material);
  }

  private replay(entries: Iterable<JournalEntry>): void {
    for (const { body, settings } of entries)
      if (settings) this.sendBody(body, settings);
      else this.sendRemoval(body);
  }

  private sendBody(body: number, { shape, ...settings }: PlainSettings): void {
    const named = this.shapes.name(shape, unknown => describeShape(this.codec, unknown));
    this.send('add', { body, settings, ...named } satisfies AddedBody);
    this.shapes.use(body, shape);
  }

  private sendRemoval(body: number): void {
    this.send('remove', body, this.shapes.drop(body));
  }

  private send(method: string, ...args: readonly unknown[]): void {
    this.link.post(method, args);
    this.sent++;
  }
}
