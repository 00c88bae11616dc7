/** The five documents with which this project began, and where their contents are in it. */

/** One source document. */
export interface Source {
  readonly tag: string;
  readonly citation: string;
  readonly contents: string;
}

export const sources: readonly Source[] = [
  {
    tag: 'S0',
    citation:
      'B. G. S. Amaral, [*Detecção de colisão usando sweep and prune com k-DOPs em GPU*](https://www.cos.ufrj.br/index.php/en/publicacoes-pesquisa/details/20/3020), M.Sc. dissertation, COPPE/UFRJ, 2021',
    contents:
      'Sweep and prune over spheres, boxes and 18-DOPs on the GPU, along a principal axis; GJK and EPA; response by projection of particles and shape matching.',
  },
  {
    tag: 'S1',
    citation:
      'H. Lorenzi and V. Brandi Jr., *Aceleração de algoritmos de detecção de colisão para jogos digitais tridimensionais*, Fatec Americana, 2015',
    contents: 'Rays against triangles (Möller and Trumbore 1997), with and without an octree.',
  },
  {
    tag: 'S2',
    citation:
      'T. Varjus, *Törmäystarkastelu reaaliaikaisissa sovelluksissa*, B.Sc. thesis, University of Jyväskylä, 2018',
    contents:
      'A survey of PhysX 3.4, Bullet 2.87, ODE 0.15 and SOLID 3.5: broad, middle and narrow phase, continuous detection, contact manifolds.',
  },
  {
    tag: 'S3',
    citation:
      'Y. T. Ponce Atencio, *Esquema de detecção e resposta a colisões para animação física simplificada*, M.Sc. dissertation, COPPE/UFRJ, 2005',
    contents:
      'Bodies of particles and constraints (Jakobsen 2001), contacts by GJK and EPA, response by projection, ordered relaxation, sphere trees for cloth and rope.',
  },
  {
    tag: 'S4',
    citation: 'D. V. S. de Matos, *Animação física simplificada em web*, B.Sc. thesis, UFRJ, 2025',
    contents: 'A planar engine in TypeScript: Verlet particles, SAT and GJK, a uniform grid, Web Workers.',
  },
];
