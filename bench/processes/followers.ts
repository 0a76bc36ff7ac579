// Followers of the log, in a process of their own: each has a stream open and remembers how far it was told.

import { connect, type Socket } from 'node:net'

export type Following = { url: string; tokens: readonly string[]; after: number; count: number }
type Question = { follow: Following } | { until: number }

type Follower = { socket: Socket; position: number; tail: string }
let followers: Follower[] = []
let waiting: { until: number } | undefined

function answerIfAllCame() {
  const { until } = waiting ?? {}
  if (until === undefined || followers.some(({ position }) => position < until)) return
  waiting = undefined
  process.send?.({ until })
}

function follow({ url, tokens, after }: Following, index: number): Promise<Follower> {
  const { hostname, port, host } = new URL(url)
  return new Promise((opened, failed) => {
    const socket = connect(Number(port), hostname)
    const follower: Follower = { socket, position: after, tail: '' }
    socket.on('connect', () =>
      socket.write(
        `GET /events?after=${after} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\nauthorization: Bearer ${tokens[index % tokens.length]}\r\n\r\n`,
      ),
    )
    socket.on('data', (chunk) => {
      const text = follower.tail + chunk.toString('latin1')
      if (text.includes(': open')) opened(follower)
      const at = text.lastIndexOf('\nid: ')
      const told = at < 0 ? undefined : /^\nid: (\d+)@/.exec(text.slice(at))?.[1]
      if (told !== undefined) follower.position = Math.max(follower.position, Number(told))
      follower.tail = text.slice(-40)
      answerIfAllCame()
    })
    socket.on('error', failed)
  })
}

process.on('message', async (question: Question) => {
  if ('until' in question) {
    waiting = question
    return answerIfAllCame()
  }
  for (const { socket } of followers) socket.destroy()
  const { count } = question.follow
  followers = await Promise.all(Array.from({ length: count }, (_, index) => follow(question.follow, index)))
  process.send?.({ open: followers.length })
})
process.once('disconnect', () => process.exit())
