import { describe, expect, it } from 'vitest';
import { readChoices, writeChoices } from '../src/page/address.ts';
import { scenes } from '../src/scenes/index.ts';

describe('the address', () => {
  it('says nothing of what is usual', () => {
    const choices = readChoices('', scenes);
    expect(choices.scene).toBe(scenes[0].name);
    expect(choices.count).toBe(scenes[0].counts[0]);
    expect(writeChoices(choices, scenes)).toBe('');
  });

  it('brings every choice back', () => {
    const scene = scenes.at(-1)!;
    const choices = {
      ...readChoices('', scenes),
      scene: scene.name,
      count: scene.counts.at(-1)!,
      solver: 'shape matching',
      broadPhase: 'sweep and prune',
      place: 'worker',
      volume: '14-DOP',
      axis: 'y',
      narrowPhase: 'Chung-Wang',
      threads: '4',
      gpuSearch: 'LBVH',
      step: 'variable',
      volumes: true,
      pairs: true,
      tree: true,
    } as const;
    const address = writeChoices(choices, scenes);
    expect(address).toContain(
      'solver=shape-matching&broad-phase=sweep-and-prune&run-on=worker&volume=14-dop&axis=y&narrow-phase=chung-wang&threads=4&gpu-search=lbvh&step=variable&volumes&pairs',
    );
    expect(readChoices(address, scenes)).toEqual(choices);
  });

  it('takes the usual for nonsense', () => {
    const usual = readChoices('', scenes);
    expect(
      readChoices(
        '?scene=x&count=-5&solver=&broad-phase=y&run-on=moon&volume=1&axis=w&narrow-phase=eye&threads=3&gpu-search=s&step=long',
        scenes,
      ),
    ).toEqual(usual);
  });
});
