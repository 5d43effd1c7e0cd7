/** OpenStreetMap's own precision: a place fits into two numbers of 32 bits. */
const PER_DEGREE = 1e7;
const NOWHERE = -(2 ** 31);

/** Places of the wanted ones among an extract's points, in 16 bytes each: there are tens of millions in a country. */
export class NodePlaces {
  #ids = new Float64Array(1024);
  #length = 0;
  #places = new Int32Array();

  /** Before `sort`: a point whose place is wanted. */
  want(id: number): void {
    if (this.#length === this.#ids.length) {
      const longer = new Float64Array(this.#length * 2);
      longer.set(this.#ids);
      this.#ids = longer;
    }
    this.#ids[this.#length++] = id;
  }

  /** From here on places can be put. Returns the number of wanted points. */
  sort(): number {
    const sorted = this.#ids.subarray(0, this.#length).sort();
    this.#ids = sorted;
    this.#places = new Int32Array(2 * sorted.length).fill(NOWHERE);
    return sorted.length;
  }

  /** Keeps a point's place, in degrees, if it is wanted. */
  put(id: number, lon: number, lat: number): void {
    const at = this.#find(id);
    if (at < 0) return;
    this.#places[2 * at] = Math.round(lon * PER_DEGREE);
    this.#places[2 * at + 1] = Math.round(lat * PER_DEGREE);
  }

  /** A point's place in degrees; undefined for one that was not put. */
  get(id: number): { lon: number; lat: number } | undefined {
    const at = this.#find(id);
    if (at < 0 || this.#places[2 * at] === NOWHERE) return undefined;
    return { lon: this.#places[2 * at]! / PER_DEGREE, lat: this.#places[2 * at + 1]! / PER_DEGREE };
  }

  /** The first of a point's entries; -1 without one. */
  #find(id: number): number {
    let [low, high] = [0, this.#ids.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return this.#ids[low] === id ? low : -1;
  }
}
