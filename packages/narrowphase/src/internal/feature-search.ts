/** The input of a search for a supporting feature: normal, tangents and tolerance. */
import { setContactTangents } from './contact-tangents.ts';

/** A direction, and how far a face or an edge may be tilted from it and still support a shape. */
export class FeatureSearch {
  readonly normal = new Float64Array(3);
  /** Two unit vectors perpendicular to the normal. */
  readonly tangents = new Float64Array(6);
  /** 1 for the feature along the normal, −1 for the one against it. */
  sign = 1;
  /** Tangent, sine and cosine of the tolerance angle. */
  slope = 0;
  sine = 0;
  cosine = 1;
  /** Directions around the normal, a power of two. */
  samples = 8;
  /** The angle between two of them. */
  sampleSine = 0;
  sampleCosine = 1;

  /** Sets the normal and its tangents, and the tolerance by its tangent. */
  set(normal: Float64Array, slope: number, samples: number): void {
    for (let k = 0; k < 3; k++) this.normal[k] = normal[k];
    setContactTangents(this.tangents, this.normal);
    this.slope = slope;
    this.cosine = 1 / Math.sqrt(1 + slope * slope);
    this.sine = slope * this.cosine;
    // Halved from a right angle.
    this.sampleCosine = 0;
    this.sampleSine = 1;
    for (this.samples = 4; this.samples < samples && this.samples < 64; this.samples *= 2) {
      this.sampleCosine = Math.sqrt(0.5 * (1 + this.sampleCosine));
      this.sampleSine /= 2 * this.sampleCosine;
    }
  }
}
