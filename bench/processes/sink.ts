// What deliveries go to: takes each at once, or, below /slow, only after a while; tells its parent how many came.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const slowMs = 2000
let came = { count: 0, firstMs: 0, lastMs: 0 }

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    const [, place, call] = (request.url ?? '').split('/')
    response.writeHead(200, { 'content-type': 'application/json' })
    if (call === 'capabilities') return response.end('{"port":"case-status","spec":1,"supports":[]}')
    const answer = () => response.end('{"output":{}}')
    if (place === 'slow') return void setTimeout(answer, slowMs)
    const now = performance.now()
    came = { count: came.count + 1, firstMs: came.firstMs || now, lastMs: now }
    answer()
  })
})
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
)
process.on('message', (asked) => {
  if (asked === 'forget') came = { count: 0, firstMs: 0, lastMs: 0 }
  process.send?.(came)
})
process.once('disconnect', () => process.exit())
