import { newDocument, openDesk } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { openWorkDesk } from '../../server/test/work-desk.ts'
import { type Comparison, interleaved, scaled } from '../measure.ts'
import { startBareRoutes, startLoadClient, startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const connections = 8
const readsEach = scaled(100)
const tagsEach = scaled(40)
const rounds = 9

/** Small requests, each connection with a case of its own, beside bare routes with one statement and the same bytes. */
export async function requests(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  const ours = await casesOf(db)
  const theirs = await casesOf(db)
  const service = stack.use(await startService(folder.path, db.url))
  const asked = await fetch(`${service.url}/cases/${ours[0]?.caseId}/state`, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  if (asked.status !== 200) throw new Error(`the state was answered with ${asked.status}`)
  const bare = stack.use(await startBareRoutes(db.url, await asked.text()))
  const client = stack.use(startLoadClient())

  const perSecond = async (load: Omit<Parameters<typeof client.run>[0], 'connections'>) => {
    const { ms } = await client.run({ ...load, connections })
    return (connections * load.requestsEach * 1000) / ms
  }
  const statePaths = ours.map(({ caseId }) => `/cases/${caseId}/state`)
  const state = await interleaved(rounds, {
    ours: () => perSecond({ ...service, paths: statePaths, requestsEach: readsEach }),
    peer: () => perSecond({ ...bare, paths: statePaths, requestsEach: readsEach }),
  })
  let round = 0
  const tags = (where: { url: string; token?: string }, cases: OpenedCase[]) => () =>
    perSecond({
      ...where,
      paths: cases.map(({ caseId, documentId }) => `/appeals/${caseId}/documents/${documentId}/tags`),
      requestsEach: tagsEach,
      tag: `bench ${round++}`,
    })
  const tag = await interleaved(rounds, { ours: tags(service, ours), peer: tags(bare, theirs) })

  const beside = `bare route, one statement`
  return [
    {
      what: `GET /cases/{id}/state, ${connections} connections`,
      unit: 'answers/s',
      ours: state.ours,
      peer: state.peer,
      peerName: beside,
      aim: { atLeast: 0.6 },
      promise: 'GET of a state, 8 connections',
    },
    {
      what: `POST of a tag, ${connections} connections`,
      unit: 'answers/s',
      ours: tag.ours,
      peer: tag.peer,
      peerName: beside,
      aim: { atLeast: 0.4 },
      promise: 'POST of a tag, 8 connections',
    },
  ]
}

type OpenedCase = { caseId: string; documentId: string }

async function casesOf(db: Awaited<ReturnType<typeof freshDatabase>>): Promise<OpenedCase[]> {
  const work = openWorkDesk(db)
  const desk = openDesk(db, work.execute)
  const cases: OpenedCase[] = []
  for (let count = 0; count < connections; count++) {
    const { caseId, documentIds } = await desk.open([newDocument(3)])
    await work.docket(caseId, 'directReview')
    cases.push({ caseId, documentId: documentIds[0]! })
  }
  return cases
}
