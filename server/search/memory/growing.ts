type Kind<Array> = { new (length: number): Array; BYTES_PER_ELEMENT: number }
type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** A typed array whose length is not known beforehand. */
export function growing<Array extends Numbers>(kind: Kind<Array>) {
  let room = new kind(4_096)
  let length = 0
  const makeRoom = (needed: number) => {
    if (needed <= room.length) return
    const larger = new kind(Math.max(needed, Math.ceil(room.length * 1.5)))
    larger.set(room.subarray(0, length))
    room = larger
  }
  return {
    get length() {
      return length
    },
    push(number: number) {
      if (length === room.length) makeRoom(length + 1)
      room[length++] = number
    },
    append(numbers: ArrayLike<number>) {
      makeRoom(length + numbers.length)
      room.set(numbers, length)
      length += numbers.length
    },
    shorten(to: number) {
      length = to
    },
    taken: (): Array => room.slice(0, length) as Array,
  }
}
