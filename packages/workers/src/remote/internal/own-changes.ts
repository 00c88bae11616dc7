/**
 * Bodies that the worker's own file adds to and removes from a served world, to be reported to the other
 * side.
 */
import type { BodySettings, World } from '@colide/world';

import {
  describeShape,
  type PlainSettings,
  placeholder,
  plainSettings,
} from '../../internal/plain-bodies.ts';
import type { OwnChange } from '../../internal/world-protocol.ts';

/** Listens to a world from now on. */
export class OwnChanges {
  /** The world's own methods, for changes that the other side knows about. */
  readonly add: (settings: BodySettings) => number;
  readonly remove: (body: number) => void;
  private changes: OwnChange[] = [];

  constructor(world: World) {
    this.add = world.add.bind(world);
    this.remove = world.remove.bind(world);
    world.add = settings => {
      const body = this.add(settings);
      this.changes.push({ body, settings: described(settings) });
      return body;
    };
    world.remove = body => {
      this.remove(body);
      this.changes.push({ body, settings: undefined });
    };
  }

  /** What has changed since the last call. */
  take(): readonly OwnChange[] {
    const { changes } = this;
    if (changes.length > 0) this.changes = [];
    return changes;
  }
}

function described(settings: BodySettings): PlainSettings {
  const plain = plainSettings(settings);
  try {
    return { ...plain, shape: describeShape(plain.shape) };
  } catch {
    // A shape that cannot be sent must be created again by the user's own code.
    return placeholder;
  }
}
