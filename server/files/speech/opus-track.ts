export type OpusPacket = { atMs: number; data: Uint8Array }
export type OpusTrack = { channels: number; packets: Iterable<OpusPacket> }

/** How long a packet sounds, by its first bytes (RFC 6716, 3.1). */
export function packetMs(data: Uint8Array): number {
  const [toc = 0, count = 0] = data
  const configuration = toc >> 3
  const frameMs =
    configuration < 12
      ? [10, 20, 40, 60][configuration % 4]!
      : configuration < 16
        ? [10, 20][configuration % 2]!
        : [2.5, 5, 10, 20][configuration % 4]!
  const frames = [1, 2, 2, count & 0x3f][toc & 3]!
  return frameMs * frames
}
