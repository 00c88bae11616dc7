/**
 * A number that is handed to functions which V8 does not inline. A fraction in a field or a local is copied
 * to the heap for every such call; an element of an array of mixed kind is boxed once and passed on as it is.
 * For another number make another one: a setter would box its argument.
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
