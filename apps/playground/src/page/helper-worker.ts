/** A further thread of a scene in a worker, which helps with its steps. */
import { helpWorld } from 'colide';

addEventListener('message', ({ data }) => helpWorld(data), { once: true });
