/** Types of planar engines that have none, as far as the suite uses them. */
declare module 'matter-js' {
  interface Body {
    position: { x: number; y: number };
    angle: number;
  }
  const Matter: {
    Engine: {
      create(options: object): { world: object; gravity: { x: number; y: number; scale: number } };
      update(engine: object, delta: number): void;
    };
    Bodies: {
      rectangle(x: number, y: number, width: number, height: number, options?: object): Body;
      circle(x: number, y: number, radius: number, options?: object): Body;
    };
    Body: {
      create(options: object): Body;
      setPosition(body: Body, position: object): void;
      setAngle(body: Body, angle: number, updateVelocity?: boolean): void;
      setVelocity(body: Body, velocity: object): void;
    };
    Composite: { add(world: object, item: object): void };
    Constraint: { create(options: object): object };
  };
  export default Matter;
}

declare module 'phaser-box2d/dist/PhaserBox2D.js' {
  // biome-ignore lint/suspicious/noExplicitAny: the package has no types.
  type Any = any;
  export class b2Vec2 {
    constructor(x: number, y: number);
    x: number;
    y: number;
  }
  export class b2Circle {
    center: b2Vec2;
    radius: number;
  }
  export class b2RevoluteJointDef {
    constructor();
    [name: string]: Any;
  }
  export const b2BodyType: { b2_staticBody: number; b2_kinematicBody: number; b2_dynamicBody: number };
  export function b2CreateWorldArray(): void;
  export function b2DefaultWorldDef(): Any;
  export function b2CreateWorld(def: Any): Any;
  export function b2DestroyWorld(world: Any): void;
  export function b2DefaultBodyDef(): Any;
  export function b2CreateBody(world: Any, def: Any): Any;
  export function b2DefaultShapeDef(): Any;
  export function b2MakeRot(angle: number): Any;
  export function b2MakeBox(x: number, y: number): Any;
  export function b2MakeOffsetBox(x: number, y: number, center: b2Vec2, angle: number): Any;
  export function b2ComputeHull(points: b2Vec2[], count: number): Any;
  export function b2MakePolygon(hull: Any, radius: number): Any;
  export function b2CreatePolygonShape(body: Any, def: Any, polygon: Any): Any;
  export function b2CreateCircleShape(body: Any, def: Any, circle: b2Circle): Any;
  export function b2DefaultRevoluteJointDef(): Any;
  export function b2CreateRevoluteJoint(world: Any, def: Any): Any;
  export function b2Body_GetPosition(body: Any): b2Vec2;
  export function b2World_Step(world: Any, dt: number, substeps: number): void;
}
