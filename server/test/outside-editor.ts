import assert from 'node:assert/strict'
import { authoring } from '@portico/contract/ports/authoring'
import {
  type CallContext,
  type CallName,
  defineAdapter,
  type FactName,
  type FactOf,
  type Host,
  type InputOf,
  PortError,
} from '@portico/contract/ports/kit'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { until } from './until.ts'
import type { Http, World } from './world.ts'

type Port = typeof authoring
type Call = CallName<Port>

/** An editor that takes everything that it is told, and reports what its author does. */
export function outsideEditor(
  supports: readonly (keyof Port['supports'])[] = ['links', 'follows', 'boilerplate'],
) {
  const said: { call: string; input: unknown; key: string }[] = []
  const hosts: Host<Port>[] = []
  let isDown = false
  let page = 'https://editor.example/d/1'
  const take =
    <Output>(call: string, output: Output) =>
    async (input: unknown, { key }: CallContext) => {
      if (isDown) throw new PortError('unavailable', 'The editor is down.')
      said.push({ call, input, key })
      return output
    }
  const adapter = defineAdapter({
    port: authoring,
    name: 'elsewhere',
    does: 'Writes down what it is told.',
    options: Type.Object({}),
    open(_, host) {
      hosts.push(host)
      return {
        supports: [...supports],
        calls: {
          openEditor: take('openEditor', { reference: 'draft-1' }),
          closeEditor: take('closeEditor', {}),
          draftMoved: take('draftMoved', {}),
          editorLink: (input, context) => take('editorLink', { url: page })(input, context),
          documentChanged: take('documentChanged', {}),
          annotationChanged: take('annotationChanged', {}),
          issuesChanged: take('issuesChanged', {}),
          draftChanged: take('draftChanged', {}),
          commentsChanged: take('commentsChanged', {}),
          proposalsChanged: take('proposalsChanged', {}),
          updateBoilerplate: take('updateBoilerplate', {}),
        },
      }
    },
  })
  const ofCall = <Name extends Call>(call: Name): InputOf<Port, Name>[] =>
    said.filter((one) => one.call === call).map(({ input }) => input as InputOf<Port, Name>)
  let told = 0
  return {
    adapter,
    said,
    ofCall,
    host: () => hosts.at(-1) as Host<Port>,
    setDown(down: boolean) {
      isDown = down
    },
    setPage(url: string) {
      page = url
    },
    /** The next call that fits, of those that have come or are to come. */
    async next<Name extends Call>(
      call: Name,
      fits: (input: InputOf<Port, Name>) => boolean = () => true,
    ): Promise<InputOf<Port, Name>> {
      return until(() => ofCall(call).find(fits))
    },
    /** Reports a fact, and says what became of it. */
    async tell<Name extends FactName<Port>>(world: World, name: Name, fact: FactOf<Port, Name>) {
      told += 1
      const id = `message-${told}`
      await until(() => hosts.length > 0)
      await (hosts.at(-1) as Host<Port>).tell(name, fact, { id })
      const settled = await settledFact(world, id)
      return { id, ...settled }
    },
  }
}

export const settledFact = (world: World, messageId: string) =>
  until(async () => {
    const [row] = await world.service.db.rows<{ status: string; reason: string | null }>(
      `select status, reason from inbound_facts where message_id = $1`,
      [messageId],
    )
    return row && row.status !== 'received' && row
  })

export type Drafting = {
  drafter: Http
  judge: Http
  author: { id: string; username: string }
  issueId: string
}

/** Works the small case of a world until it is assigned for drafting, with one issue. */
export async function assignForDrafting(world: World): Promise<Drafting> {
  const { caseId, admin } = world
  const drafter = await world.member('dora', ['drafter'])
  const judge = await world.member('judith', ['adjudicator'])
  const post = async (http: Http, place: string, body: unknown, method = 'POST') => {
    const reply = await http(method, `/cases/${caseId}${place}`, { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json
  }
  const complete = async (type: string, body: unknown, by = admin) => {
    const { tasks } = (await by('GET', `/cases/${caseId}/tasks?open=true`)).json as TaskList
    await post(by, `/tasks/${tasks.find((one) => one.type === type)?.id}/complete`, body)
  }
  await post(admin, '/docket', { docket: 'directReview' })
  await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
  await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  const { issues } = (await drafter('GET', `/cases/${caseId}/issues`)).json as { issues: { id: string }[] }
  for (const { id } of issues)
    await post(drafter, `/issues/${id}/removal`, { how: 'withdrawn', why: 'Withdrawn in writing.' }, 'PUT')
  const { issue } = (await post(drafter, '/issues', { issueType: 'serviceConnection' })) as {
    issue: { id: string }
  }
  return { drafter, judge, author: await memberOf(world, 'dora'), issueId: issue.id }
}

export async function memberOf(world: World, username: string) {
  const [member] = await world.service.db.rows<{ id: string; username: string }>(
    `select id, username from members where username = $1`,
    [username],
  )
  assert.ok(member)
  return member
}
