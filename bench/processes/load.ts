// The client of a load, in a process of its own. It reads no more of an answer than its length.

import { connect } from 'node:net'

/** Each connection asks for a path of its own, if there are as many; with `tag`, it posts tags of that text, numbered. */
export type Load = {
  url: string
  paths: readonly string[]
  token?: string
  tag?: string
  connections: number
  requestsEach: number
}
export type Loaded = { ms: number; bytes: number }

process.on('message', async (load: Load) => {
  const started = performance.now()
  const read = await Promise.all(
    Array.from({ length: load.connections }, (_, index) => oneConnection(load, index)),
  )
  const loaded: Loaded = {
    ms: performance.now() - started,
    bytes: read.reduce((sum, bytes) => sum + bytes, 0),
  }
  process.send?.(loaded)
})
process.once('disconnect', () => process.exit())

function oneConnection({ url, paths, token, tag, requestsEach }: Load, index: number): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const head = `${paths[index % paths.length]} HTTP/1.1\r\nhost: ${host}\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}`
  const request = (number: number) => {
    if (tag === undefined) return `GET ${head}\r\n`
    const body = JSON.stringify({ text: `${tag} ${number}` })
    return `POST ${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  }
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname)
    let bytes = 0
    let answered = 0
    let head = ''
    let left: number | undefined
    socket.on('connect', () => socket.write(request(0)))
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (left === undefined) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (!/^HTTP\/1\.1 20[01] /.test(head) || !length) {
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
      if (answered < requestsEach) socket.write(request(answered))
      else socket.end()
    })
    socket.once('error', fail)
    socket.once('close', () => (answered < requestsEach ? fail(new Error(`${url} hung up`)) : done(bytes)))
  })
}
