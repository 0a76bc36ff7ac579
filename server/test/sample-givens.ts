import { exampleNewCredential, exampleUse } from '@portico/contract/passkeys'
import { type Portico, PorticoClient, signIn } from '@portico/sdk'
import { createAuthenticator } from '../../sdk/test/authenticator.ts'
import { preparedCases, type Stage } from '../../sdk/test/prepared-case.ts'
import { keepDashboard, listStoredDashboards } from '../store/dashboards.ts'
import { addNotices } from '../store/notices.ts'
import { fileRecording, heldSession, transcriptThat } from './recorded-session.ts'
import { fact, type SamplePost, signedFact } from './sample-post.ts'
import { testPdf } from './test-pdf.ts'
import { spokenWav } from './tone-speech.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** What a sample needs: the variables of its command, and what stands in for the examples that it shows. */
export type Given = { env?: Record<string, string>; instead?: Record<string, string> }

export const account = { username: 'ada', password: 'correct horse battery staple' }

const veteran = { firstName: 'Ada', lastName: 'Byron' }
const supportAction = 'supportAction'
const why = 'A letter came.'
const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString()
/** The page that samples name, and the words that they quote from it. */
const samplePage = 12
const quoted = 'It is at least as likely as not due to service.'

/**
 * Brings the service to where the sample of an operation works: a case at the right stage, with what the sample names.
 * A sample that is not listed works on the case that all share.
 */
export async function sampleGivens(world: World, token: string, post: SamplePost) {
  const { baseUrl } = world
  const client: Portico = new PorticoClient({ baseUrl, token })
  const cases = preparedCases(client, account.username)
  let count = 0
  const fresh = (name: string) => `${name}-${++count}`

  const named = async (prepared: ReturnType<typeof cases.own>) => {
    const { caseId, partyId, issueId, taskId, workProductId } = await prepared
    const env = {
      ID: caseId,
      PARTY_ID: partyId,
      ISSUE_ID: issueId,
      TASK_ID: taskId,
      PRODUCT_ID: workProductId,
    }
    return { caseId, partyId, issueId, taskId, workProductId, env }
  }
  const own = (stage: Stage) => named(cases.own(stage, true))
  const at = (stage: Stage) => async (): Promise<Given> => ({ env: (await own(stage)).env })
  /** For samples that leave the case as it is. */
  const seen = (stage: Stage) => async (): Promise<Given> => ({
    env: (await named(cases.shared(stage))).env,
  })
  const opened = async (...pages: string[]) => {
    const file = new Blob([new Uint8Array(await testPdf(pages))])
    const { case: made, documents } = await client.cases.open({ veteran, receiptDate: '2026-03-02' }, file)
    return { caseId: made.id, documentId: documents[0]?.id ?? '' }
  }
  /** A case that waits for what was sent back, or has it back. */
  const sentBack = async (status: 'away' | 'back' = 'away') => {
    const { caseId } = await opened(...Array.from({ length: samplePage }, () => quoted))
    const { id: issueId } = await client.issues.add(caseId, { issueType: 'serviceConnection' })
    const link = { kind: 'remand' as const, issueIds: [issueId], why }
    const { hash: ends } = await client.cases.endings(caseId, { linkCase: link })
    const { case: linked } = await client.cases.link(caseId, { ...link, ends })
    const [remand] = await client.remands.list(linked.id)
    const { id: remandId = '', instructions = [] } = remand ?? {}
    if (status === 'back') {
      await client.remands.takeBack(linked.id, remandId, { why })
      await world.service.readTexts(linked.id)
    }
    const instructionId = instructions[0]?.id ?? ''
    const env = { ID: linked.id, REMAND_ID: remandId, INSTRUCTION_ID: instructionId }
    return { caseId: linked.id, env }
  }
  const entry = async (): Promise<Given> => ({ env: { ENTRY_ID: 'introduction' } })
  const calendarEntry = async (): Promise<Given> => {
    const { id } = await client.calendars.add({
      participant: { kind: 'room', id: 'washington1' },
      effect: 'busy',
      starts: '2096-03-04T09:00',
      ends: '2096-03-04T17:00',
      timeZone: 'America/New_York',
    })
    return { env: { ENTRY_ID: id } }
  }
  /** A time that no other sample takes. */
  const at2095 = () => `2095-03-01T${String(++count % 24).padStart(2, '0')}:00:00.000Z`
  const plan = async (): Promise<Given> => ({
    env: { PLAN_ID: (await client.sessionPlans.repairs()).id },
  })
  const feed = async (): Promise<Given> => {
    const { id } = await client.calendarFeeds.add({ participant: { kind: 'room', id: 'denver1' } })
    return { env: { FEED_ID: id } }
  }
  const hold = async (): Promise<Given> => {
    const slot = { startsAt: at2095(), minutes: 60, timeZone: 'America/New_York' }
    const { id } = await client.slots.hold({ participants: [{ kind: 'room', id: 'denver1' }], slot })
    return { env: { ID: id } }
  }
  const member = async (roles: string[], teams: string[] = []) => {
    const username = fresh('member')
    const invited = await client.invitations.invite({
      email: `${username}@example.org`,
      username,
      roles,
      teams,
    })
    return { id: invited.member.id, token: invited.link.split('#')[1] ?? '' }
  }
  const represented = async () => {
    const { caseId, partyId, env } = await own('opened')
    const representativeId = `${partyId}_counsel`
    await client.parties.write(caseId, representativeId, {
      role: 'representative',
      organization: 'Veterans Legal Aid',
    })
    const [filed] = await client.documents.list(caseId)
    await client.parties.represent(caseId, partyId, {
      representativeId,
      powerOfAttorney: { start: '2026-03-02', scope: 'all matters', documentId: filed?.id ?? '' },
    })
    return { caseId, partyId, representativeId, env }
  }
  const openedTask = async () => {
    const { caseId, taskId, env } = await own('withAdjudicator')
    const { id } = await client.tasks.open(caseId, { parentId: taskId, type: supportAction })
    return { caseId, taskId: id, env: { ...env, TASK_ID: id } }
  }
  const session = async (): Promise<Given> => {
    const { caseId, env } = await own('docketed')
    return { env: { ...env, SESSION_ID: (await client.sessions.request(caseId, { kind: 'video' })).id } }
  }
  /** A session with a room, by whose link somebody has entered as a host. */
  const room = async (): Promise<Given> => {
    const { caseId, env } = await own('docketed')
    const { id } = await client.sessions.request(caseId, { kind: 'video' })
    const startsAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
    await client.sessions.place(caseId, id, { slot: { startsAt, minutes: 60, timeZone: 'America/New_York' } })
    await until(async () =>
      (await client.sessions.list(caseId)).some(({ conference }) => conference?.isReady),
    )
    const guest = { name: 'Ada Byron', isHost: true }
    const link = new URL((await client.sessions.inviteGuest(caseId, id, guest)).url).hash.slice(1)
    return { env: { ...env, SESSION_ID: id }, instead: { room_link: link } }
  }
  const invited = async (): Promise<Given> => {
    const { env = {} } = await room()
    const { ID: caseId = '', PARTY_ID: personId = '', SESSION_ID: sessionId = '' } = env
    const [session] = (await client.sessions.list(caseId)).filter(({ id }) => id === sessionId)
    const url = world.service.portico.rooms.invitationUrl({
      ...{ caseId, sessionId, handle: session?.conference?.handle ?? '' },
      ...{ personId, name: 'Ada Byron' },
    })
    return { env, instead: { 'at.invitation': new URL(url).hash.slice(1) } }
  }
  const entered = async (): Promise<Given> => {
    const { env = {}, instead = {} } = await room()
    const link = instead.room_link ?? ''
    const { seat } = await client.rooms.enter(link)
    await client.rooms.act(link, seat, { type: 'consent', isGiven: true })
    const track = Buffer.from('1a45dfa3', 'hex').toString('base64')
    const opus = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('A_OPUS')]).toString('base64')
    const now = new Date().toISOString()
    return { env, instead: { ...instead, seat_1: seat, [track]: opus, '2026-03-02T15:04:05.000Z': now } }
  }
  /** A session that was held, with a draft of what was said. */
  const transcript = async (): Promise<Given> => {
    const { caseId, env } = await own('docketed')
    const sessionId = await heldSession(world, caseId)
    const sound = spokenWav(['the', 'hearing', 'begins'])
    const recordingId = await fileRecording(world, { caseId, sessionId }, { sound, speaker: 'Ada Byron' })
    const { id } = await transcriptThat(world, { caseId, sessionId }, ({ status }) => status === 'draft')
    const { lines, linesSha256 } = await client.transcripts.get(caseId, sessionId, id)
    const named = { SESSION_ID: sessionId, TRANSCRIPT_ID: id, RECORDING_ID: recordingId }
    return {
      env: { ...env, ...named, LINE_ID: lines[0]?.id ?? '' },
      instead: { ['0'.repeat(64)]: linesSha256 },
    }
  }
  const delivery = async (): Promise<Given> => {
    const { caseId, env } = await own('released')
    const [owed] = await client.deliveries.list(caseId)
    return { env: { ...env, DELIVERY_ID: owed?.id ?? '' } }
  }
  const letter = async (): Promise<Given> => {
    const { caseId, partyId, env } = await own('opened')
    const contact = { emails: ['ada@example.org'] }
    await client.parties.write(caseId, partyId, { role: 'appellant', person: veteran, contact })
    const { id } = await client.letters.write(caseId, { letter: 'preDocketing', partyId })
    await until(async () => (await client.letters.list(caseId)).some(({ status }) => status === 'composed'))
    return { env: { ...env, LETTER_ID: id } }
  }
  const unmailable = async (): Promise<Given> => {
    const { caseId, partyId, env } = await own('opened')
    const { id } = await client.letters.write(caseId, { letter: 'preDocketing', partyId })
    await until(async () => (await client.letters.list(caseId)).some(({ status }) => status === 'failed'))
    return { env: { ...env, LETTER_ID: id } }
  }
  const comment = async (): Promise<Given> => {
    const { caseId, workProductId, env } = await own('drafting')
    const { id } = await client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' })
    return { env: { ...env, COMMENT_ID: id } }
  }
  const titled = [{ type: 'setTitle' as const, title: 'Order' }]
  const proposal = async (): Promise<Given> => {
    const { caseId, workProductId, env } = await own('drafting')
    const { id } = await client.workProducts.propose(caseId, workProductId, { base: 0, operations: titled })
    return { env, instead: { [example.proposal]: id } }
  }
  /** What the editor of an author may read. */
  const evidence = async (): Promise<Given> => {
    const { caseId, env } = await named(cases.shared('drafting'))
    const [filed] = await client.documents.list(caseId)
    const { id } = await client.me.get()
    const { grant } = world.service.portico.editorAccess.give(caseId, id)
    return { env: { ...env, DOC_ID: filed?.id ?? '' }, instead: { 'the-grant-of-the-editor': grant } }
  }
  const twoIssues = async () => {
    const { caseId, issueId, env } = await own('opened')
    const other = await client.issues.add(caseId, { issueType: 'serviceConnection', description: 'Knees' })
    return { env, instead: { issue_1: issueId, issue_2: other.id } }
  }
  /** Nobody is told of what they did themselves, and here one person does it all. */
  const alert = async (): Promise<Given> => {
    const { caseId } = await named(cases.shared('opened'))
    const id = fresh('notice_sample')
    const { members } = world.service.identity
    const me = (await members.find(account.username))?.id ?? ''
    const recipient = { kind: 'member', id: me, name: account.username } as const
    const about = { eventId: id, eventType: 'task.assigned', caseId, notification: 'taskAssigned' }
    const words = {
      subject: 'Drafting',
      body: 'A task.',
      path: `cases/${caseId}`,
      at: new Date().toISOString(),
    }
    const shown = { channel: 'inApp', seenAs: 'staff', status: 'shown' } as const
    await addNotices(world.service.db, [{ id, ...about, recipient, ...shown, ...words }])
    return { env: { ID: id } }
  }
  const dashboard = async (): Promise<Given> => {
    const title = fresh('Backlog')
    const spec = { data: { name: 'throughput' }, mark: 'bar' }
    const at = new Date()
    const pushed = { binding: 'main', dashboardId: title, title, suggestedRoles: [], spec }
    await keepDashboard(world.service.db, { ...pushed, toldAt: at, savedAt: at })
    const all = await listStoredDashboards(world.service.db, undefined)
    return { env: { ID: all.find((one) => one.title === title)?.id ?? '' } }
  }
  const queue = async (): Promise<Given> => {
    const { id } = await client.queues.save({ name: fresh('Queue'), query: { types: ['distribution'] } })
    return { env: { ID: id } }
  }
  const upload = async (): Promise<Given> => {
    const file = await testPdf(['A page to send.'])
    const ask = (method: string, path: string, body: BodyInit, type: string) =>
      fetch(baseUrl + path, {
        method,
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      })
    const facts = JSON.stringify({ bytes: file.length + 1 })
    const begun = await ask('POST', '/uploads', facts, 'application/json')
    const { upload } = (await begun.json()) as { upload: { id: string } }
    await ask('PATCH', `/uploads/${upload.id}?offset=0`, 'x', 'application/octet-stream')
    return { env: { UPLOAD_ID: upload.id } }
  }
  const read = async <Answer>(path: string) => {
    const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as Answer
  }
  const deadLetter = async (): Promise<Given> => {
    post.isRefusing = true
    const { caseId } = await own('released')
    const found = await until(async () => {
      const path = `/deliveries?status=failed&caseId=${caseId}`
      return (await read<{ deliveries: { id: string }[] }>(path)).deliveries[0]
    })
    post.isRefusing = false
    return { env: { DELIVERY_ID: found.id } }
  }
  const waitingFact = async (): Promise<Given> => {
    const { headers } = signedFact(fresh('fact'))
    await fetch(`${baseUrl}/ports/output/main/inbound/receipt`, { method: 'POST', headers, body: fact })
    const found = await until(async () => {
      const { facts } = await read<{ facts: { id: string }[] }>('/inbox')
      return facts[0]
    })
    const { caseId } = await opened('One')
    return { env: { FACT_ID: found.id }, instead: { [example.case]: caseId } }
  }
  const mailed = async (): Promise<Given> => {
    const piece = { channel: 'mail' as const, sender: { name: 'Maria Lindqvist' }, receiptDate: '2026-03-02' }
    const { id } = await client.mail.takeIn(
      { ...piece, mailType: 'statusInquiry' },
      new Blob(['How does it stand?']),
    )
    return { env: { PIECE_ID: id } }
  }
  const imported = async () => {
    const { id } = await client.imports.start(new Blob(['{"type":"manifest","version":1}']))
    return { env: { ID: id } }
  }
  const purgeable = async () => {
    const { caseId, env } = await own('opened')
    await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
    return { caseId, env }
  }
  const browserSession = async (): Promise<Given> => {
    const answer = await fetch(`${baseUrl}/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'portico-session': 'cookie', origin: baseUrl },
      body: JSON.stringify(account),
    })
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
    return { instead: { '-b cookies': `-b '${cookie}'` } }
  }
  /** A passkey of a new member, and who they are. */
  const passkey = async () => {
    const username = fresh('keyholder')
    await world.member(username, ['drafter'])
    const { idToken } = await signIn({ baseUrl, ...account, username })
    const owner: Portico = new PorticoClient({ baseUrl, token: idToken })
    const authenticator = createAuthenticator(baseUrl)
    const create = async () => authenticator.create(await owner.passkeys.newOptions())
    const { id } = await owner.passkeys.add({ name: 'Laptop', credential: await create() })
    return { id, memberId: (await owner.me.get()).id, idToken, authenticator, create }
  }
  const ownPasskey = async (): Promise<Given> => {
    const { id, idToken } = await passkey()
    return { env: { TOKEN: idToken, ID: id } }
  }
  const usedPasskey = async (): Promise<Given> => {
    const { authenticator } = await passkey()
    const use = authenticator.get(await client.passkeys.signInOptions())
    return { instead: { [JSON.stringify(exampleUse)]: JSON.stringify(use) } }
  }
  const annotated = async () => {
    const { caseId, documentId } = await opened(...Array.from({ length: samplePage }, () => quoted))
    const { id } = await client.documents.annotate(caseId, documentId, { page: samplePage })
    return { annotationId: id, env: { ID: caseId, DOC_ID: documentId, ANN_ID: id } }
  }
  const adjudicator = () => member(['adjudicator'], ['adjudicators'])
  const ofSandbox = {
    'the-code-that-the-start-printed': `${world.service.identity.sandboxPeople?.code}`,
  }
  const example = {
    case: 'case_01kbr2n4d0e8t6v1w3x5z7a9c2',
    party: 'party_01kbr2n4d0e8t6v1w3x5z7a9c2',
    document: ['doc_01kbr2n4f3h5k7n9q1s3v5x7z9', 'doc_01kbr2n4f4j6m8p0r2t4w6y8a1'],
    annotation: 'ann_01kbr2n4g6k8n0q2s4v6x8z0b2',
    member: 'mem_01kbr2n4d0e8t6v1w3x5z7a9c2',
    asked: 'mem_01kbr5t8c1e3g5j7m9p1r3t5w7',
    parent: 'parent_01kbr5t8c1e3g5j7m9p1r3t5w7',
    issue: 'issue_01kbr5t8c1e3g5j7m9p1r3t5w7',
    time: '2026-11-01T09:30:00.000Z',
    queue: 'Late drafts',
    proposal: 'proposal_01kbr2n4f3h5k7n9q1s3v5x7z9',
    ends: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }
  const whatEnds = async (caseId: string, command: Parameters<Portico['cases']['endings']>[1]) => ({
    [example.ends]: (await client.cases.endings(caseId, command)).hash,
  })

  const givens: Record<string, () => Promise<Given>> = {
    refresh: async () => {
      const { refreshToken } = await signIn({ baseUrl, ...account })
      return { instead: { 'the-refresh-token-of-the-last-answer': refreshToken } }
    },
    refreshBrowserSession: browserSession,
    endBrowserSession: browserSession,
    changePassword: async () => {
      const username = fresh('own')
      await world.member(username, ['drafter'])
      return { env: { TOKEN: (await signIn({ baseUrl, ...account, username })).idToken } }
    },
    signInWithPasskey: usedPasskey,
    startBrowserSessionWithPasskey: usedPasskey,
    renamePasskey: ownPasskey,
    removePasskey: ownPasskey,
    addPasskey: async () => {
      const { idToken, create } = await passkey()
      const example = JSON.stringify(exampleNewCredential)
      return { env: { TOKEN: idToken }, instead: { [example]: JSON.stringify(await create()) } }
    },
    listMemberPasskeys: async () => ({ env: { ID: (await passkey()).memberId } }),
    removeMemberPasskey: async () => {
      const { id, memberId } = await passkey()
      return { env: { ID: memberId, PASSKEY_ID: id } }
    },
    listSandboxPeople: async () => ({ instead: ofSandbox }),
    signInSandboxPerson: async () => {
      const { id } = await member(['drafter'])
      await world.service.db.rows(`insert into sandbox_people (member_id, place) values ($1, 1)`, [id])
      return { instead: { [example.member]: id, ...ofSandbox } }
    },
    createAnnotation: async () => {
      const { env, annotationId } = await annotated()
      return { env, instead: { [example.annotation]: annotationId } }
    },
    moveAnnotation: async () => ({ env: (await annotated()).env }),
    signOut: async () => ({ env: { TOKEN: (await signIn({ baseUrl, ...account })).idToken } }),
    acceptInvitation: async () => ({
      instead: { 'the-token-of-the-invitation-link': (await member(['drafter'])).token },
    }),

    receiveFact: async () => ({ env: signedFact(fresh('fact')).env }),
    getPortFile: async () => {
      await own('released')
      const url = await until(() => post.url)
      return { instead: { 'the-grant-of-the-url': url.split('/port-files/')[1] ?? '' } }
    },
    redriveDelivery: deadLetter,
    dropDelivery: deadLetter,
    matchFact: waitingFact,
    dropFact: waitingFact,

    moveDocuments: () => givens.arrangeDocuments!(),
    arrangeDocuments: async () => {
      const { caseId, documentId } = await opened('One')
      const { id } = await client.documents.add(caseId, { name: 'Two' }, new Blob(['Two']))
      const [first = '', second = ''] = example.document
      return { env: { ID: caseId }, instead: { [first]: documentId, [second]: id } }
    },
    reviseAppealDocument: async () => {
      const { caseId, documentId } = await opened('One')
      return { env: { ID: caseId, DOC_ID: documentId } }
    },
    reviseDocument: () => givens.reviseAppealDocument!(),
    divideDocument: async () => {
      const { caseId, documentId } = await opened(
        ...Array.from({ length: 11 }, (_, index) => `Page ${index}`),
      )
      return { env: { ID: caseId, DOC_ID: documentId } }
    },
    setDocumentLinked: async () => {
      const { caseId } = await opened('One')
      const note = new Blob(['Sent twice.'])
      await client.documents.add(caseId, { name: 'Note' }, note)
      const { id } = await client.documents.add(caseId, { name: 'Note', onDuplicate: 'link' }, note)
      return { env: { ID: caseId, DOC_ID: id } }
    },
    getUpload: upload,
    continueUpload: upload,
    removeUpload: upload,
    getScopedBytes: async () => {
      const { files } = await client.cases.scopedAccess(world.caseId)
      const { pathname, search } = new URL(files[0]?.url ?? '')
      return { instead: { '/scoped-bytes/text': pathname + search } }
    },
    linkCase: async () => {
      const { issueId, env } = await own('opened')
      return { env, instead: { issue_2: issueId } }
    },

    getParty: seen('opened'),
    getPartyNotices: seen('opened'),
    setPartyNotices: at('opened'),
    markAlert: alert,
    listPartyHistory: seen('opened'),
    writeParty: at('opened'),
    findCandidates: seen('opened'),
    settleConflict: at('opened'),
    removeParty: at('opened'),
    setRepresentation: async () => {
      const { representativeId, env } = await represented()
      return { env, instead: { [example.party]: representativeId } }
    },
    revokeRepresentation: async () => ({ env: (await represented()).env }),
    mergeParty: async () => {
      const { caseId, partyId, env } = await own('opened')
      const twice = `${partyId}_again`
      await client.parties.write(caseId, twice, { role: 'appellant', person: veteran })
      return { env: { ...env, PARTY_ID: twice }, instead: { [example.party]: partyId } }
    },
    grantAccess: async () => {
      const { partyId, env } = await represented()
      const { id } = await member(['representative'])
      return { env, instead: { [example.member]: id, [example.party]: partyId } }
    },
    withdrawAccess: async () => {
      const { caseId, partyId, env } = await represented()
      const { id: memberId } = await member(['representative'])
      const { id } = await client.accessGrants.grant(caseId, { memberId, partyId })
      return { env: { ...env, GRANT_ID: id } }
    },

    getImport: imported,
    listImportErrors: imported,
    setImportStatus: async () => {
      const { env } = await imported()
      await until(async () => (await client.imports.get(env.ID)).status === 'done')
      await world.service.db.rows(`update imports set status = 'running' where id = $1`, [env.ID])
      return { env }
    },
    liftLegalHold: async () => {
      const { caseId, env } = await own('opened')
      return { env: { ...env, HOLD_ID: (await client.custody.hold(caseId, why)).id } }
    },
    purgeCase: async () => ({ env: (await purgeable()).env }),
    getTombstone: async () => {
      const { caseId, env } = await purgeable()
      await client.custody.purge(caseId, { order: { why } })
      return { env }
    },

    docketCase: at('opened'),
    refuseDocketing: async () => {
      const { caseId, env } = await own('opened')
      const findings = [{ reason: 'wrongForum', why: 'The appeal belongs to another forum.' }]
      return { env, instead: await whatEnds(caseId, { refuseDocketing: { findings } }) }
    },
    reopenCase: async () => ({ env: (await purgeable()).env }),
    previewEnding: async () => {
      const { taskId, env } = await openedTask()
      return { env, instead: { task_1: taskId } }
    },
    openTask: async () => {
      const { taskId, env } = await own('withAdjudicator')
      return { env, instead: { [example.parent]: taskId } }
    },
    getTask: seen('withAdjudicator'),
    assignTask: async () => ({ env: (await openedTask()).env }),
    startTask: at('withAdjudicator'),
    holdTask: async () => ({
      env: (await own('withAdjudicator')).env,
      instead: { [example.time]: inTwoWeeks() },
    }),
    resumeTask: async () => {
      const { caseId, taskId, env } = await own('withAdjudicator')
      await client.tasks.hold(caseId, taskId, { until: inTwoWeeks(), why })
      return { env }
    },
    completeTask: at('withAdjudicator'),
    cancelTask: async () => {
      const { caseId, taskId, env } = await openedTask()
      return { env, instead: await whatEnds(caseId, { cancelTask: { taskId } }) }
    },
    instructTask: at('withAdjudicator'),
    getPiece: mailed,
    getPieceFile: async () => {
      const { env } = await mailed()
      return { env: { ...env, PART_ID: '1' } }
    },
    matchPiece: async () => {
      const { caseId } = await own('docketed')
      return { ...(await mailed()), instead: { [example.case]: caseId } }
    },
    dropPiece: async () => {
      const { caseId, documentId } = await opened('One')
      const [first = ''] = example.document
      return { ...(await mailed()), instead: { [example.case]: caseId, [first]: documentId } }
    },
    rejectPiece: mailed,
    reopenPiece: async () => {
      const given = await mailed()
      await client.mail.reject(given.env?.PIECE_ID ?? '', why)
      return given
    },
    routeMail: at('docketed'),
    requestSession: at('docketed'),
    placeSession: session,
    endSession: session,
    joinConference: room,
    renewConference: room,
    inviteGuest: room,
    openInvitation: invited,
    enterRoom: room,
    watchRoom: entered,
    actInRoom: entered,
    sendSound: entered,
    getTranscript: transcript,
    correctLine: transcript,
    nameSpeaker: transcript,
    certifyTranscript: transcript,
    writeLetter: async () => {
      const { partyId, env } = await own('opened')
      return { env, instead: { [example.party]: partyId } }
    },
    previewLetter: seen('opened'),
    previewNotification: seen('opened'),
    retryLetter: unmailable,
    receiptLetter: letter,
    failLetter: letter,
    receiptDelivery: delivery,
    failDelivery: delivery,
    reportEffectuation: seen('released'),

    saveProfile: async () => {
      const { profile } = await client.profile.get()
      return { instead: { '"profile":{}': `"profile":${JSON.stringify(profile).replaceAll("'", `'\\''`)}` } }
    },
    getMember: async () => ({ env: { ID: (await member(['drafter'])).id } }),
    changeMember: () => givens.getMember!(),
    deactivateMember: () => givens.getMember!(),
    listMemberChanges: () => givens.getMember!(),
    inviteAgain: () => givens.getMember!(),
    reactivateMember: async () => {
      const { id } = await member(['drafter'])
      await client.members.deactivate(id)
      return { env: { ID: id } }
    },
    withdrawInvitation: async () => {
      const { id } = await member(['drafter'])
      const open = await client.invitations.list()
      return { env: { ID: open.find(({ memberId }) => memberId === id)?.id ?? '' } }
    },

    removeCaseView: async () => {
      const { id } = await client.caseViews.save({ name: fresh('View'), query: {} })
      return { env: { ID: id } }
    },
    getDashboard: dashboard,
    setDashboardRoles: dashboard,
    removeDashboard: dashboard,
    changeAvailability: calendarEntry,
    removeAvailability: calendarEntry,
    removeBlackout: async () => {
      const { id } = await client.calendars.addBlackout({ from: '2096-11-11', why })
      return { env: { ID: id } }
    },
    holdSlot: async () => ({ instead: { '2096-03-02T14:30:00.000Z': at2095() } }),
    getSessionPlan: plan,
    acceptSessionPlan: plan,
    getSession: async () => {
      const { caseId, env } = await own('docketed')
      const { id } = await client.sessions.request(caseId, { kind: 'video' })
      return { env: { ...env, SESSION_ID: id } }
    },
    rotateFeed: feed,
    revokeFeed: feed,
    readFeed: async () => {
      const { url } = await client.calendarFeeds.add({ participant: { kind: 'room', id: 'denver1' } })
      return { instead: { '/feeds/text': new URL(url).pathname } }
    },
    getHold: hold,
    releaseHold: hold,
    getQueue: queue,
    changeQueue: async () => {
      const saved = (await client.queues.list()).find(({ name }) => name === example.queue)
      return saved ? { env: { ID: saved.id } } : queue()
    },
    removeQueue: queue,
    listQueueTasks: queue,
    takeNextTask: async () => {
      await own('docketed')
      return queue()
    },
    getReassignment: async () => {
      const { caseId, taskId } = await own('withAdjudicator')
      const to = { team: 'adjudicators' }
      const { id } = await client.tasks.reassign({ tasks: [{ caseId, taskId }], to, why })
      return { env: { ID: id } }
    },
    askForCases: async () => ({ instead: { [example.asked]: (await adjudicator()).id } }),
    getRun: async () => ({ env: { ID: (await client.distribution.ask((await adjudicator()).id)).id } }),

    getIssue: seen('opened'),
    editIssue: at('opened'),
    decideIssue: at('opened'),
    splitIssue: at('opened'),
    removeIssue: at('opened'),
    listEvidence: seen('opened'),
    orderIssues: twoIssues,
    mergeIssues: twoIssues,
    undecideIssue: async () => {
      const { caseId, issueId, env } = await own('opened')
      await client.issues.decide(caseId, issueId, { disposition: 'allowed' })
      return { env }
    },
    restoreIssue: async () => {
      const { caseId, issueId, env } = await own('opened')
      await client.issues.remove(caseId, issueId, { how: 'withdrawn', why })
      return { env }
    },
    recordCourtRemand: async () => {
      const { caseId, issueId, env } = await own('opened')
      const mandate = new Blob([new Uint8Array(await testPdf(['It is ordered.']))])
      const about = { name: 'Mandate', documentType: 'courtMandate' }
      const { id } = await client.documents.add(caseId, about, mandate)
      return { env, instead: { doc_7: id, issue_2: issueId } }
    },
    correctMandate: async () => {
      const { caseId, issueId, env } = await own('opened')
      const mandate = new Blob([new Uint8Array(await testPdf(['It is ordered.']))])
      const about = { name: 'Mandate', documentType: 'courtMandate' }
      const { id: documentId } = await client.documents.add(caseId, about, mandate)
      const instructions = [{ text: 'Discuss the lay statements.' }]
      const remand = { documentId, mandateOn: '2026-05-05', issueIds: [issueId], instructions, why }
      const { id } = await client.remands.recordFromCourt(caseId, remand)
      return { env: { ...env, REMAND_ID: id } }
    },
    reportRemandProgress: async () => ({ env: (await sentBack()).env }),
    returnRemand: async () => {
      const { caseId, env } = await sentBack()
      const [filed] = await client.documents.list(caseId)
      return { env, instead: { doc_9: filed?.id ?? '' } }
    },
    answerInstruction: async () => ({ env: (await sentBack('back')).env }),
    removeAnswer: async () => ({ env: { ...(await sentBack('back')).env, ANSWER_ID: 'cite_1' } }),
    judgeInstruction: async () => ({ env: (await sentBack('back')).env }),
    citeEvidence: async () => {
      const { caseId } = await opened(...Array.from({ length: samplePage }, () => quoted))
      const { id } = await client.issues.add(caseId, {
        issueType: 'serviceConnection',
        description: 'Tinnitus',
      })
      return { env: { ID: caseId, ISSUE_ID: id } }
    },
    removeCitation: async () => {
      const { caseId, issueId, env } = await own('opened')
      return { env: { ...env, CITATION_ID: (await client.issues.cite(caseId, issueId, { page: 1 })).id } }
    },

    changeText: at('drafting'),
    listTextChanges: seen('drafting'),
    keepVersion: async () => {
      const { caseId, workProductId, env } = await own('drafting')
      await client.workProducts.changeText(caseId, workProductId, { base: 0, operations: titled })
      return { env }
    },
    listProposals: seen('drafting'),
    propose: at('drafting'),
    acceptProposals: proposal,
    rejectProposals: proposal,
    withdrawProposals: proposal,
    openInEditor: async () => {
      const { caseId, workProductId, env } = await own('drafting')
      await until(async () => (await client.workProducts.get(caseId, workProductId)).writtenIn)
      return { env }
    },
    proveSigning: seen('inReview'),
    listEditorEvidence: evidence,
    getEditorDocument: evidence,
    getEditorText: evidence,

    draftWorkProduct: async () => {
      const { caseId, taskId, env } = await own('withAdjudicator')
      await client.tasks.complete(caseId, taskId, { outcome: 'ownDraft' })
      return { env }
    },
    getWorkProduct: seen('drafting'),
    saveWorkProduct: async () => {
      const { issueId, env } = await own('drafting')
      return { env, instead: { [example.issue]: issueId } }
    },
    listWorkProductVersions: seen('drafting'),
    getWorkProductVersion: seen('drafting'),
    listComments: seen('drafting'),
    addComment: seen('drafting'),
    setCommentResolved: comment,
    submitWorkProduct: at('drafting'),
    discardWorkProduct: at('drafting'),
    getBlockers: seen('drafting'),
    previewWorkProduct: seen('drafting'),
    previewWorkProductFile: seen('drafting'),
    returnWorkProduct: at('inReview'),
    signWorkProduct: at('inReview'),
    releaseWorkProduct: seen('released'),
    recallWorkProduct: at('released'),
    getBoilerplate: entry,
    getBoilerplateChanges: entry,
    listBoilerplateUses: entry,
    listDraftBoilerplate: seen('drafting'),
    getDecisionPackage: seen('released'),
    getDecisionFile: seen('released'),
    verifyDecision: seen('released'),
  }
  return (operationId: string): Promise<Given> => givens[operationId]?.() ?? Promise.resolve({})
}
