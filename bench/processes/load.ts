// The client of a load, in a process of its own. It reads no more of an answer than its length.

import { connect } from 'node:net'

export type Load = { url: string; token?: string; connections: number; requestsEach: number }
export type Loaded = { ms: number; bytes: number }

process.on('message', async (load: Load) => {
  const started = performance.now()
  const read = await Promise.all(Array.from({ length: load.connections }, () => oneConnection(load)))
  const loaded: Loaded = {
    ms: performance.now() - started,
    bytes: read.reduce((sum, bytes) => sum + bytes, 0),
  }
  process.send?.(loaded)
})
process.once('disconnect', () => process.exit())

function oneConnection({ url, token, requestsEach }: Load): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url)
  const asked = Buffer.from(
    `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}\r\n`,
  )
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname)
    let bytes = 0
    let answered = 0
    let head = ''
    let left: number | undefined
    socket.on('connect', () => socket.write(asked))
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (left === undefined) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200 ') || !length) {
          return void socket.destroy(new Error(`${url} answered ${head.slice(0, head.indexOf('\r\n'))}`))
        }
        left = Number(length) - (head.length - end - 4)
      } else {
        left -= chunk.length
      }
      if (left > 0) return
      head = ''
      left = undefined
      answered += 1
      if (answered < requestsEach) socket.write(asked)
      else socket.end()
    })
    socket.once('error', fail)
    socket.once('close', () => (answered < requestsEach ? fail(new Error(`${url} hung up`)) : done(bytes)))
  })
}
