/** The bodies that a served world gets and loses by the code of its own file, so that the other side can be told of them. */
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
  /** The methods of the world, for whoever is known to the other side. */
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
    // A shape that cannot be sent is for the user's own code to make anew.
    return placeholder;
  }
}
