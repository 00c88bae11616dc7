/**
 * A number that is boxed once, to be handed to functions which V8 does not inline; CONTRIBUTING says why. For
 * another number make another one: a setter would box its argument.
 */
export class BoxedNumber {
  private readonly slot: (number | undefined)[] = [undefined];

  constructor(value: number) {
    this.slot[0] = value;
  }

  get value(): number {
    return this.slot[0] as number;
  }
}
