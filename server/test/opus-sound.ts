/** “the hearing begins” in tones, as `opusenc --bitrate 12 --framesize 60` of opus-tools encodes it: 0.9 s. */
const encoded = [
  '+4M3KrVAqswXtLHi5b3qrSQcoIUVz/WEBLeb9XB7Il6KY0pFtM1Pl9XtSGweNATutV3Czj9yY0biYbitqQN6O2u5bZoWQQwj4KDgLg/c/Hl7U8UJjTuzhhbeVwyH5pE7WdAMg7mr5d/s+UFCQf+MeJ+Dm5XZwzT53T/9ct+YkVUmTcGEe91wgMXS9J/DXzkWA7k=',
  '+4MqKrs0oWNepfYh85xRkDKpOcdcJn6hF4ip/2TCbe/DC91wn7nWkVHuzIYzubtHdjddI8kyi7dOitJOane2/nd5zQpP+yYTb34YXuuEBnOtIqPdmJYDubtHdhmO59D+aDTHMAJ8Sn41wnhO74kn/ZMJpDhhYrhP3OsDUe7MhgO5',
  'm4MkILs0oWNdza/9O8NTTcoHPoQaP2TGm9vDC91wgM51pH8NmRYzubXyK2+Ogo8PlbpBvoIJT+n5dbIqpMivd+zcjt4zQyG5sG/YtKLkGMoiDjuCfawg2brvrr3FXpKr/1YZD7k=',
  'u4M1ArUv3An0VocxNJ1zOZxqZeDOk6wR5SvqN1Jhoi3Z7JoNCzuj1o9uSPpA/erUPTV4i1klpOy2//7//g==',
  'u4MCNv/+tSyniTcLn59xVVmfzIEmv4PPnzpwtuhPcM6FKHSHEcKqF47ZRBn5GAJQImge8y8sxIhn17mmrKp1bg99aJVfmZjg2RmcWtv/A9RPpmGn',
  'u4MbHK2AdEwX4B8mWR8OwQ3S8bH0x6XzFy7XjVWtp61+8XL2zvjGPkykQ7XvA6j2uD2fzzw1wQyru6etfvGQmHoUxIX5h7tQ7OOydzK5syyjmrdPWzun',
  'u4McG61+8Xa3Jt/JYGT7ExR4hRjMFB1V55u7N/jkN6etgHW19CtakYUdCMJw0fq+jXLbAeN7M+F+J6etgHLZBCTdQd1XqdSvnFQkvmy5i5dpGVmtpw==',
  'u4MbMK20J+pziblQHia4PcT8T7vTb9oUQOUexgClp7Q0a/KaBs6C9c8UlaAWkR7YwY4yb2JPIya2pb+PoL3kIG8+Op3XEYuX94O2mjc2p//+',
  'u4MCAv/+//61N9Q9FKUuJ4ud5NgspJeDOSQsLwU9Mog1AMtTxjSDEDwjRT1UI+tpY8eoMOtTBWNyxWKJmQ==',
  'u4MaHK/qdF/t439gmo1tsKtvh9xPLqR48iUjn8marX20crdoCfSMZh0Hzam6OTyAC/7jk3ehSJapmq1+7R0V7JbJP2WGlwXu2wgLZJf21Bcc7edxrWelmg==',
  'u4MgH6yszFgDRAxBKUWCE5+CjwhD1D/7ZCGMzqFI+zaBuxuarX20cyDHxpkUg6KfnMOgwtRZ8gXsPTuu1mTizqexmqyszFj+uk/Y6TeeR0ONdDBsAZMi0mL3FeyT/Hq3mg==',
  'u4MdG619tHLOokYokuvLGr7aFmp+cYAW/85N3p1XLSmasa6cE9DLoDTrmDxAy3zg4z7LZXoobLC71Q2YtApRobdiJ7fI2GOtwKcjMNeCAASxYz4fGOljbIxNOPBm3T0IZpOQgznsw1tP2jY82A==',
  'uwN/vYf+1jQ+uCbrFvbKgJLVk/fReLV4dF/irlbhFlY+2WVg1sAlYPPAd89Px2HDSt6OkYt8CU2g2jbHtB54YrS2OT+jXi51rX4d+L+KuVuEWVgDrZWOq+FCAPPAAQFOaACDSs6OnDB9EEDGlbgMDzyB9BrcyHIKJ756Al4AdDawrlbhFlYA634tpmglYPPAAQFOaACDSuPTxt0=',
  'u4MzNH0QRt90mJRiksbmUGgexw6SRMDzRyUYP4q5W4RZWAOtlY6r4UIA88ABAU5oAINKOSlxC30SchWlW5s/RuOyktA+G5Nn6t8MrcgCBtYVytwiysAdbKxtM0KEAeeAAgGOaACDSs5+m7n//g==',
  'uwP//v/+//4=',
]

export const packetMs = 60
export const opusWords = ['the', 'hearing', 'begins'] as const
export const opusPackets: readonly Buffer[] = encoded.map((text) => Buffer.from(text, 'base64'))

type Packet = { atMs: number; data: Buffer }

/** The same words so many times, with so long a pause after each in which no packet is sent. */
export function opusRecording(times: number, pauseMs: number): Packet[] {
  const lengthMs = opusPackets.length * packetMs + pauseMs
  return Array.from({ length: times }, (_, time) =>
    opusPackets.map((data, index) => ({ atMs: time * lengthMs + index * packetMs, data })),
  ).flat()
}

const opusHead = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1, 56, 1, 128, 187, 0, 0, 0, 0, 0])])

/** As browsers record: a segment and clusters without a size, a cluster a second. */
export function webmOf(packets: readonly Packet[]): Buffer {
  const unknown = Buffer.from('01ffffffffffffff', 'hex')
  const parts = [
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    Buffer.from('18538067', 'hex'),
    unknown,
    element('1549a966', element('2ad7b1', Buffer.from('0f4240', 'hex'))),
    element(
      '1654ae6b',
      element(
        'ae',
        element('d7', Buffer.from([1])),
        element('86', Buffer.from('A_OPUS')),
        element('63a2', opusHead),
        element('e1', element('9f', Buffer.from([1]))),
      ),
    ),
  ]
  let clusterMs = -Infinity
  for (const { atMs, data } of packets) {
    if (atMs - clusterMs >= 1000) {
      clusterMs = atMs
      const time = Buffer.alloc(4)
      time.writeUInt32BE(atMs)
      parts.push(Buffer.from('1f43b675', 'hex'), unknown, element('e7', time))
    }
    const header = Buffer.from([0x81, 0, 0, 0x80])
    header.writeInt16BE(atMs - clusterMs, 1)
    parts.push(element('a3', header, data))
  }
  return Buffer.concat(parts)
}

function element(id: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length + 0x1000_0000)
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}

/** A page for each packet. The checksums are left out: nothing here reads them. */
export function oggOf(packets: readonly Packet[]): Buffer {
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)])
  return Buffer.concat([opusHead, tags, ...packets.map(({ data }) => data)].map(page))
}

function page(data: Buffer, index: number): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS')
  header.writeUInt32LE(index, 18)
  const sizes = [...Array.from({ length: Math.floor(data.length / 255) }, () => 255), data.length % 255]
  header[26] = sizes.length
  return Buffer.concat([header, Buffer.from(sizes), data])
}
