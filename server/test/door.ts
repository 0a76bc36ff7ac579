import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** Always at the same address, whichever port the service has: a page does not follow it. */
export async function openDoor(port: () => number) {
  const server = createServer((incoming) => {
    const outgoing = connect(port(), '127.0.0.1')
    incoming.pipe(outgoing).pipe(incoming)
    for (const socket of [incoming, outgoing]) socket.on('error', () => socket.destroy())
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
