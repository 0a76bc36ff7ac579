// Other readers of a case, in a process of their own: each follows it, says where it is, and turns pages.

import { setTimeout as sleep } from 'node:timers/promises'
import { PorticoClient } from '../../sdk/index.ts'

const [baseUrl = '', caseId = '', username = '', password = '', count = '20'] = process.argv.slice(2)
process.once('disconnect', () => process.exit())

async function read(number: number) {
  const client = new PorticoClient({ baseUrl, credentials: { username, password } })
  const documents = await client.documents.list(caseId)
  void follow(client)
  for (let turn = number; ; turn++) {
    const document = documents[turn % documents.length]
    if (!document) return
    await client.cases.here(caseId, { page: document.startPage })
    await client.cases.pageText(caseId, document.id, document.startPage)
    await sleep(500)
  }
}

async function follow(client: PorticoClient) {
  for await (const _ of client.cases.watch(caseId)) await Promise.resolve()
}

for (let number = 0; number < Number(count); number++) void read(number)
console.log(JSON.stringify({ readers: Number(count) }))
