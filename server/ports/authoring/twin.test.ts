import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WorkProduct } from '@portico/contract/work-products'
import { assignForDrafting, type Drafting, memberOf, outsideEditor } from '../../test/outside-editor.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

type Event = {
  type: string
  data: Record<string, unknown>
  actor: { id: string; kind: string; name: string }
  onBehalfOf?: { name: string }
}
type Writer = { world: World; drafting: Drafting; begin(): Promise<string>; steps: Steps }
type Steps = {
  save(baseVersion: number, content: object): Promise<unknown>
  change(base: number, operations: object[], dispositions: object[]): Promise<unknown>
  decide(disposition: string): Promise<unknown>
  comment(text: string): Promise<string>
  settle(commentId: string): Promise<unknown>
  propose(base: number, operations: object[]): Promise<string>
  accept(proposalId: string): Promise<unknown>
  submit(version: number): Promise<unknown>
  sign(version: number): Promise<unknown>
}

const says = (text: string) => ({ type: 'text' as const, text })
const block = (id: string, text: string, page?: number) => ({
  type: 'paragraph' as const,
  id,
  content: [says(text), ...(page === undefined ? [] : [{ type: 'citation' as const, anchor: { page } }])],
})

describe('one decision, written in the workspace and in another editor', () => {
  const editor = outsideEditor()
  let here: World
  let there: World
  before(async () => {
    here = await startWorld()
    there = await startWorld({}, { ports: { authoring: { adapter: editor.adapter } } })
  })
  after(async () => {
    await here.close()
    await there.close()
  })

  const done = async (http: Http, method: string, path: string, body?: unknown) => {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json as Record<string, unknown>
  }
  const productOf = async ({ world, drafting }: Pick<Writer, 'world' | 'drafting'>, id: string) => {
    const path = `/cases/${world.caseId}/work-products/${id}`
    return (await done(drafting.judge, 'GET', path)).workProduct as unknown as WorkProduct
  }

  async function writesHere(world: World): Promise<Writer> {
    const drafting = await assignForDrafting(world)
    const { drafter, judge, issueId } = drafting
    let id = ''
    const at = (place = '') => `/cases/${world.caseId}/work-products/${id}${place}`
    return {
      world,
      drafting,
      async begin() {
        const made = await done(drafter, 'POST', `/cases/${world.caseId}/work-products`, {
          title: 'Decision',
        })
        id = (made.workProduct as { id: string }).id
        return id
      },
      steps: {
        save: (baseVersion, content) => done(drafter, 'PUT', at(), { baseVersion, content }),
        async change(base, operations, dispositions) {
          await done(drafter, 'POST', at('/operations'), { base, operations, dispositions })
          await done(drafter, 'POST', at('/versions'))
        },
        decide: (disposition) =>
          done(drafter, 'PUT', `/cases/${world.caseId}/issues/${issueId}/decision`, { disposition }),
        comment: async (text) =>
          ((await done(drafter, 'POST', at('/comments'), { text })).comment as { id: string }).id,
        settle: (commentId) => done(judge, 'PUT', at(`/comments/${commentId}/resolved`), { resolved: true }),
        propose: async (base, operations) =>
          ((await done(judge, 'POST', at('/proposals'), { base, operations })).proposal as { id: string }).id,
        accept: (one) => done(drafter, 'POST', at('/proposals/accept'), { proposals: [one] }),
        submit: (version) => done(drafter, 'POST', at('/submit'), { version }),
        sign: (version) => done(judge, 'POST', at('/sign'), { version }),
      },
    }
  }

  async function writesThere(world: World): Promise<Writer> {
    const drafting = await assignForDrafting(world)
    const { author, judge, issueId } = drafting
    const judith = await memberOf(world, 'judith')
    await editor.next('openEditor')
    let id = ''
    const now = () => new Date().toISOString()
    const tell: typeof editor.tell = async (...told) => {
      const settled = await editor.tell(...told)
      assert.equal(settled.status, 'applied', `${told[1]}: ${settled.reason}`)
      return settled
    }
    const written = () => ({ workProductId: id, author, at: now() })
    const last = async (kind: 'comments' | 'proposals') => {
      const listed = await done(judge, 'GET', `/cases/${world.caseId}/work-products/${id}/${kind}`)
      return (listed[kind] as { id: string }[]).at(-1)?.id ?? ''
    }
    return {
      world,
      drafting,
      async begin() {
        await tell(world, 'draftBegun', { caseId: world.caseId, title: 'Decision', author, at: now() })
        const listed = await done(judge, 'GET', `/cases/${world.caseId}/work-products`)
        id = (listed.workProducts as { id: string }[])[0]?.id ?? ''
        return id
      },
      steps: {
        save: (baseVersion, content) =>
          tell(world, 'draftSaved', { ...written(), baseVersion, content: content as never }),
        change: (base, operations, dispositions) =>
          tell(world, 'textChanged', {
            ...written(),
            base,
            operations: operations as never,
            dispositions: dispositions as never,
            isVersion: true,
          }),
        decide: (disposition) =>
          tell(world, 'issuesDecided', { ...written(), dispositions: [{ issueId, disposition }] }),
        async comment(text) {
          await tell(world, 'commented', { ...written(), text })
          return last('comments')
        },
        settle: (commentId) =>
          tell(world, 'commentSettled', { ...written(), author: judith, commentId, resolved: true }),
        async propose(base, operations) {
          const proposed = { ...written(), author: judith, base, operations: operations as never }
          await tell(world, 'proposed', proposed)
          return last('proposals')
        },
        accept: (one) => tell(world, 'proposalsAccepted', { ...written(), proposals: [one] }),
        submit: (version) => tell(world, 'submitted', { ...written(), version }),
        async sign(version) {
          const place = `/cases/${world.caseId}/work-products/${id}/signing-proof`
          const { proof } = (await done(judge, 'POST', place, { version })) as unknown as { proof: string }
          await tell(world, 'authorSigned', { ...written(), author: judith, version, proof })
        },
      },
    }
  }

  async function write(writer: Writer): Promise<Event[]> {
    const { world, drafting, steps } = writer
    const { issueId, drafter } = drafting
    const from = await eventsOf(world)
    const id = await writer.begin()
    const { documents } = (await done(drafter, 'GET', `/cases/${world.caseId}/documents`)) as unknown as {
      documents: { startPage: number }[]
    }
    const page = documents[0]?.startPage
    await steps.save(1, {
      opening: [block('blk_opening', 'This is before the board.')],
      issues: [{ issueId, content: [block('blk_reasons', 'The onset is shown.', page)] }],
      closing: [],
    })
    const base = async () => (await productOf(writer, id)).revision
    await steps.change(
      await base(),
      [
        {
          type: 'insertAfter',
          section: { part: 'closing' },
          after: null,
          block: block('blk_end', 'Ordered.'),
        },
      ],
      [{ issueId, disposition: 'denied' }],
    )
    await steps.decide('allowed')
    const commentId = await steps.comment('See the examination.')
    await steps.settle(commentId)
    const proposalId = await steps.propose(await base(), [{ type: 'setTitle', title: 'Decision and order' }])
    await steps.accept(proposalId)
    await steps.submit((await productOf(writer, id)).version)
    await steps.sign((await productOf(writer, id)).version)
    await until(async () => (await eventsOf(world)).some(({ type }) => type === 'workProduct.released'))
    const told = (await eventsOf(world)).slice(from.length)
    const end = told.findIndex(({ type }) => type === 'workProduct.released')
    // A deadline that passes meanwhile is nobody's writing, and letters come when they are made.
    return told
      .slice(0, end + 1)
      .filter(({ type }) => !/^(timer\.fired|letter\.composed|document\.filed)$/.test(type))
  }

  async function eventsOf({ admin, caseId }: World): Promise<Event[]> {
    const { events } = (await admin('GET', `/cases/${caseId}/events?limit=1000`)).json as { events: Event[] }
    return events
  }

  it('gives the same events in the same order, but for ids, times and hashes, by the member for whom the binding acts', async () => {
    const ours = await write(await writesHere(here))
    const theirs = await write(await writesThere(there))
    assert.deepEqual(alike(theirs), alike(ours))
    assert.ok(ours.length > 15, `${ours.length} events`)
    const doneBy = theirs.filter(({ actor }) => actor.id === 'binding_authoring_main')
    assert.ok(doneBy.length >= 10 && doneBy.every(({ onBehalfOf }) => onBehalfOf))
    console.log(`${ours.length} events alike, ${doneBy.length} of them through the binding`)
  })
})

/** Ids by the order in which they are named, without times, hashes and sizes; `actor` is who it was done for. */
function alike(events: readonly Event[]) {
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    if (!names.has(id)) names.set(id, `${id.split('_')[0]}#${names.size}`)
    return names.get(id) as string
  }
  return events.map(({ type, data, actor, onBehalfOf }) => {
    const text = JSON.stringify(data, (name, value) =>
      /sha256$/i.test(name) || name === 'bytes' ? '-' : value,
    )
    const said = text
      .replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, nameOf)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    const who = actor.kind === 'system' ? actor.name : (onBehalfOf ?? actor).name
    return { type, who, data: JSON.parse(said) }
  })
}
