import type { NewOperation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { printDraft } from '../../server/files/decision/print-decision.ts'
import { openTypesetting } from '../../server/files/decision/typesetting.ts'
import { type Http, startWorld, type World } from '../../server/test/world.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const blocks = scaled(420)
const rounds = 7
const sentence =
  'The examiner found that the condition began in service, and the Board agrees with her reasons. '

/** The PDF of a draft of some 60 pages after a change of it, beside the typesetter alone. */
export async function preview(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const world = await startWorld()
  stack.defer(world.close)
  const typesetting = openTypesetting()
  stack.defer(typesetting.close)
  const { product, caseId, workProductId } = await draftIn(world)
  const { portico, clock } = world.service
  const printed = async () => {
    const signature = {
      by: { kind: 'person' as const, id: 'bench', name: 'bench' },
      at: clock().toISOString(),
      name: '',
    }
    const draft = await portico.workProducts.draftPackage({ caseId, workProductId }, signature)
    const pageUrl = (id: string, page: number) => `https://portico.test/${id}/${page}`
    return printDraft(draft, { pageUrl, notice: undefined, madeAt: clock() })
  }
  let revision = 1
  const changed = async () => {
    const operation: NewOperation = {
      type: 'replaceSpan',
      blockId: `blk_${revision % blocks}`,
      span: { from: 0, to: 0 },
      content: [{ type: 'text', text: `Change ${revision}. ` }],
    }
    await ok(world.admin, 'POST', `${product}/operations`, { base: revision, operations: [operation] })
    revision += 1
  }
  let pages = 0
  const ms = await interleaved(rounds, {
    preview: async () => {
      await changed()
      return elapsedMs(async () => {
        const { status, text } = await world.admin('GET', `${product}/preview/file`)
        if (status !== 200) throw new Error(text)
        pages = text.match(/\/Type\s*\/Page\b/g)?.length ?? 0
      })
    },
    typesetter: async () => {
      await changed()
      const draft = await printed()
      return elapsedMs(() => typesetting.typesetDraft(draft, { line: 'bench' }))
    },
  })
  return [
    {
      what: `the PDF of a draft of ${pages} pages after a change`,
      unit: 'ms',
      ours: ms.preview,
      peer: ms.typesetter,
      peerName: 'the typesetter alone',
      aim: { atMost: 1.3 },
      promise: 'the preview beside the typesetter alone',
    },
  ]
}

async function draftIn(world: World) {
  const { admin, caseId } = world
  const on = (path: string) => `/cases/${caseId}${path}`
  await ok(admin, 'POST', on('/docket'), { docket: 'directReview' })
  const taskOf = async (type: string) => {
    const { tasks } = await ok<{ tasks: { id: string; type: string }[] }>(
      admin,
      'GET',
      on('/tasks?open=true'),
    )
    return tasks.find((task) => task.type === type)?.id
  }
  await ok(admin, 'POST', on(`/tasks/${await taskOf('distribution')}/complete`), {
    outcome: 'distributed',
    assignee: { person: world.username },
  })
  await ok(admin, 'POST', on(`/tasks/${await taskOf('assignment')}/complete`), { outcome: 'ownDraft' })
  const { workProduct } = await ok<{ workProduct: { id: string } }>(admin, 'POST', on('/work-products'), {})
  const product = on(`/work-products/${workProduct.id}`)
  const operations = Array.from({ length: blocks }, (_, index): NewOperation => {
    const block: Block = {
      type: 'paragraph',
      id: `blk_${index}`,
      content: [
        { type: 'text', text: `${index}. ${sentence.repeat(5)}` },
        ...(index % 2 === 0 ? [{ type: 'citation' as const, anchor: { page: 1 } as never }] : []),
      ],
    }
    const after = index === 0 ? null : `blk_${index - 1}`
    return { type: 'insertAfter', section: { part: 'opening' }, after, block }
  })
  await ok(admin, 'POST', `${product}/operations`, { base: 0, operations })
  return { product, caseId, workProductId: workProduct.id }
}

async function ok<Body>(http: Http, method: string, path: string, body?: unknown): Promise<Body> {
  const reply = await http(method, path, body === undefined ? {} : { body })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
  return reply.json as Body
}
