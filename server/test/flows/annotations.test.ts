import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Annotation } from '@portico/contract/documents'
import { type Http, startWorld, type World } from '../world.ts'

describe('an annotation', () => {
  let world: World
  let dora: Http
  let judith: Http
  let at: string
  before(async () => {
    world = await startWorld()
    dora = await world.member('dora', ['drafter'])
    judith = await world.member('judith', ['adjudicator'])
    at = `/appeals/${world.caseId}/documents/${world.documentId}`
  })
  after(() => world.close())

  const listed = async (http: Http) =>
    ((await http('GET', at)).json as { document: { annotations: Annotation[] } }).document.annotations
  const annotate = async (http: Http, body: object) => {
    const { status, text, json } = await http('POST', `${at}/annotations`, { body })
    assert.equal(status, 201, text)
    return (json as { annotation: Annotation }).annotation
  }

  /** What the events of the case say to a reader of an annotation's words. */
  const toldOf = async (http: Http, id: string) => {
    const types = 'document.annotated,document.annotationEdited'
    const { json } = await http('GET', `/cases/${world.caseId}/events?types=${types}&limit=1000`)
    const { events } = json as { events: { data: { annotationId?: string; comment?: string } | null }[] }
    return events.flatMap(({ data }) => (data?.annotationId === id ? [data.comment] : []))
  }

  it('is moved by its author alone', async () => {
    const { id } = await annotate(dora, { page: 1, x: 0.1, y: 0.1, comment: 'Onset?' })
    const place = { page: 1, x: 0.7, y: 0.2 }
    assert.equal((await judith('PUT', `${at}/annotations/${id}/place`, { body: place })).status, 404)
    const { json } = await dora('PUT', `${at}/annotations/${id}/place`, { body: place })
    const { annotation } = json as { annotation: Annotation }
    assert.deepEqual([annotation.x, annotation.y, annotation.comment], [0.7, 0.2, 'Onset?'])
    assert.deepEqual(
      (await listed(judith)).find((one) => one.id === id),
      annotation,
    )
  })

  it('is there again as it was when its author undoes its removal', async () => {
    const made = await annotate(dora, {
      page: 1,
      x: 0.1,
      y: 0.1,
      comment: 'First',
      relevantDate: '1998-04-30',
    })
    const on = `${at}/annotations/${made.id}`
    await dora('PUT', on, { body: { comment: 'Second' } })
    await dora('PUT', `${on}/place`, { body: { page: 1, x: 0.5 } })
    const before = (await listed(dora)).find(({ id }) => id === made.id)
    assert.equal((await dora('DELETE', on)).status, 204)
    assert.equal(
      (await listed(dora)).some(({ id }) => id === made.id),
      false,
    )
    assert.equal((await judith('POST', `${on}/restore`)).status, 404)
    const { json } = await dora('POST', `${on}/restore`)
    const { createdAt: _, ...restored } = (json as { annotation: Annotation }).annotation
    const { createdAt: __, ...was } = before as Annotation
    assert.deepEqual(restored, was)
    assert.deepEqual(
      [restored.comment, restored.x, restored.y, restored.relevantDate],
      ['Second', 0.5, undefined, undefined],
    )
    assert.equal((await dora('POST', `${on}/restore`)).status, 200)
    assert.equal((await listed(dora)).filter(({ id }) => id === made.id).length, 1)
    assert.equal((await world.admin('DELETE', on)).status, 204)
    const { status, text } = await dora('POST', `${on}/restore`)
    assert.equal(status, 403)
    assert.match(text, /An administrator has deleted this annotation/)
    assert.equal(
      (await listed(dora)).some(({ id }) => id === made.id),
      false,
    )
  })

  it('is answered by those who see it', async () => {
    const made = await annotate(dora, { page: 1, comment: 'Is this the first mention?' })
    const reply = await annotate(judith, { page: 1, comment: 'Yes.', replyTo: made.id })
    assert.equal(reply.replyTo, made.id)
    assert.deepEqual(
      (await listed(dora)).find(({ id }) => id === reply.id),
      reply,
    )
    const own = await annotate(dora, { page: 1, comment: 'For me.', visibility: 'private' })
    const body = { page: 1, comment: 'What?', replyTo: own.id }
    assert.equal((await judith('POST', `${at}/annotations`, { body })).status, 404)
    const visibility = 'private'
    const refused = await dora('PUT', `${at}/annotations/${made.id}`, { body: { visibility } })
    assert.deepEqual([refused.status, /has replies/.test(refused.text)], [400, true])
    const ofReply = await judith('PUT', `${at}/annotations/${reply.id}`, { body: { visibility } })
    assert.equal(ofReply.status, 400)
  })

  it('is shown to others, and hidden from them again, whole', async () => {
    const rects = [{ left: 0.1, top: 0.1, right: 0.4, bottom: 0.12 }]
    const given = { page: 1, rects, quote: 'left knee', comment: 'Compare.', visibility: 'private' }
    const { id } = await annotate(dora, given)
    const seen = async () => (await listed(judith)).find((one) => one.id === id)
    assert.equal(await seen(), undefined)
    const change = (visibility: string) =>
      dora('PUT', `${at}/annotations/${id}`, { body: { comment: 'Compare.', visibility } })
    assert.equal(
      (await judith('PUT', `${at}/annotations/${id}`, { body: { visibility: 'staff' } })).status,
      404,
    )
    assert.equal((await change('staff')).status, 200)
    const shown = await seen()
    assert.deepEqual([shown?.comment, shown?.quote, shown?.rects], ['Compare.', 'left knee', rects])
    // Whoever follows the case learns of it as of any other.
    const { json } = await judith('GET', `/cases/${world.caseId}/events?types=document.annotated&limit=1000`)
    const told = (json as { events: { data: { annotationId?: string; quote?: string } | null }[] }).events
    assert.equal(told.findLast(({ data }) => data?.annotationId === id)?.data?.quote, 'left knee')
    assert.equal((await change('private')).status, 200)
    assert.equal(await seen(), undefined)
    assert.equal((await listed(dora)).find((one) => one.id === id)?.comment, 'Compare.')
    assert.deepEqual(await toldOf(judith, id), [])
    assert.deepEqual(await toldOf(world.admin, id), [])
    assert.equal((await toldOf(dora, id)).length, 3)
  })

  it('says nothing to others in the history once it is deleted', async () => {
    const { id } = await annotate(dora, { page: 1, comment: 'Wrong veteran.' })
    await dora('PUT', `${at}/annotations/${id}`, { body: { comment: 'Wrong veteran, I think.' } })
    assert.equal((await toldOf(judith, id)).length, 2)
    assert.equal((await dora('DELETE', `${at}/annotations/${id}`)).status, 204)
    assert.deepEqual(await toldOf(judith, id), [])
    assert.deepEqual(await toldOf(dora, id), ['Wrong veteran.', 'Wrong veteran, I think.'])
    assert.equal((await toldOf(world.admin, id)).length, 2)
    const { json } = await judith('GET', `/cases/${world.caseId}/events?types=document.annotated&limit=1000`)
    assert.ok((json as { events: { data: unknown }[] }).events.some(({ data }) => data === null))
    assert.equal((await dora('POST', `${at}/annotations/${id}/restore`)).status, 200)
    assert.equal((await toldOf(judith, id)).at(-1), 'Wrong veteran, I think.')
  })

  it('marks other words after a move that names them', async () => {
    const rects = [{ left: 0.1, top: 0.1, right: 0.4, bottom: 0.12 }]
    const { id } = await annotate(dora, { page: 1, rects, quote: 'left knee', comment: 'Here.' })
    const body = { page: 1, rects: [{ ...rects[0], left: 0.5, right: 0.7 }], quote: 'right knee' }
    const { status, json } = await dora('PUT', `${at}/annotations/${id}/place`, { body })
    assert.equal(status, 200)
    const { annotation } = json as { annotation: Annotation }
    assert.deepEqual(
      [annotation.id, annotation.quote, annotation.comment, annotation.rects],
      [id, 'right knee', 'Here.', body.rects],
    )
  })
})
