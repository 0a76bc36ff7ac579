import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Mood } from '@portico/contract/conformance/kit'

export type Mail = { from: string; to: string[]; envelopeId?: string; data: string }

const idOf = ({ data }: Mail) => /^message-id:\s*<([^>]+)>/im.exec(data)?.[1] ?? ''

/** A mail server that takes everything, as far as RFC 5321 and 3461 need it; of a Message-ID it keeps one. */
export async function startSmtpSink({ refusesSender }: { refusesSender?: RegExp } = {}) {
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  let now: Mood = 'well'

  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let mail: Mail = { from: '', to: [], data: '' }
    let isData = false
    let rest = ''
    if (now !== 'hanging') say('220 sink ESMTP')
    socket.on('data', (bytes) => {
      if (now === 'hanging') return
      rest += bytes.toString('utf8')
      for (;;) {
        if (isData) {
          const end = rest.indexOf('\r\n.\r\n')
          if (end < 0) return
          mail.data = rest.slice(0, end)
          rest = rest.slice(end + 5)
          isData = false
          if (!mails.some((known) => idOf(known) === idOf(mail))) mails.push(mail)
          mail = { from: '', to: [], data: '' }
          say('250 taken')
          continue
        }
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (/^ehlo/i.test(line)) say('250-sink\r\n250-DSN\r\n250 8BITMIME')
        else if (/^mail from/i.test(line) && refusesSender?.test(line)) say('550 5.7.60 Not your address')
        else if (/^mail from/i.test(line)) {
          const envelopeId = /ENVID=(\S+)/i.exec(line)?.[1]
          mail = { from: line, to: [], data: '', ...(envelopeId === undefined ? {} : { envelopeId }) }
          say('250 ok')
        } else if (/^rcpt to/i.test(line)) {
          mail.to.push(line)
          say(now === 'refusing' || line.includes('nobody@') ? '550 5.1.1 No such mailbox' : '250 ok')
        } else if (/^data/i.test(line)) {
          isData = true
          say('354 go on')
        } else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
  }
  let server = createServer(serve)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    mails,
    effects: async () => mails.map(idOf),
    async mood(mood: Mood) {
      if (mood === now) return
      if (mood === 'down') await stop()
      else if (now === 'down') {
        server = createServer(serve)
        await once(server.listen(port, '127.0.0.1'), 'listening')
      }
      now = mood
      // Whoever was kept waiting has to come again.
      for (const socket of sockets) socket.destroy()
    },
    close: async () => (now === 'down' ? undefined : stop()),
  }
}
