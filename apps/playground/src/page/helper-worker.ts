/** A further thread of a scene in a worker: helps with the steps that it is told of. */
import { helpWorld } from 'colide';

addEventListener('message', ({ data }) => helpWorld(data), { once: true });
