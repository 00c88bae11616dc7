/** The query that a hashed grid is answering, shared with its variant in the plane. */
import { rayQueryLength } from '../../internal/box-tests.ts';

/** Whether box `i` meets the query. */
export type HashGridTest = (boxes: Float64Array, i: number, query: Float64Array) => boolean;

/** The query at hand, read by `readBoxQuery` and its like. */
export const hashQuery = /* @__PURE__ */ new Float64Array(rayQueryLength);
