import { Bvh, DynamicBvh, HashGrid, UniformGrid } from '@colide/spatial';
import { describeSurfaceBoxes } from './support/surface-boxes.ts';

for (const Structure of [UniformGrid, HashGrid, Bvh]) describeSurfaceBoxes(Structure, true);
describeSurfaceBoxes(DynamicBvh);
