/**
 * Bodies that the worker's own file adds to and removes from a served world, to be reported to the other
 * side.
 */
import {
  type BodyCodec,
  describeShape,
  type PlainSettings,
  plainSettings,
} from '../../internal/plain-bodies.ts';
import type { ServedWorld } from '../../internal/served-world.ts';
import type { OwnChange } from '../../internal/world-protocol.ts';

/** Listens to a world from now on. */
export class OwnChanges {
  /** The world's own methods, for changes that the other side knows about. */
  readonly add: (settings: object) => number;
  readonly remove: (body: number) => void;
  private readonly codec: BodyCodec;
  private changes: OwnChange[] = [];

  constructor(world: ServedWorld, codec: BodyCodec) {
    this.codec = codec;
    this.add = world.add.bind(world);
    this.remove = world.remove.bind(world);
    world.add = settings => {
      const body = this.add(settings);
      this.changes.push({ body, settings: this.described(settings as PlainSettings) });
      return body;
    };
    world.remove = body => {
      this.remove(body);
      this.changes.push({ body, settings: undefined });
    };
  }

  /** The changes since the last call. */
  take(): readonly OwnChange[] {
    const { changes } = this;
    if (changes.length > 0) this.changes = [];
    return changes;
  }

  private described(settings: PlainSettings): PlainSettings {
    const { codec } = this;
    const plain = plainSettings(codec, settings);
    try {
      return { ...plain, shape: describeShape(codec, plain.shape) };
    } catch {
      // A shape that cannot be sent must be created again by the user's own code.
      return codec.placeholder;
    }
  }
}
