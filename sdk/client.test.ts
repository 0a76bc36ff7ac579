import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import { PorticoClient } from './client.ts'
import type { Profile } from './generated/types.ts'
import type { Portico } from './portico.ts'
import { acceptInvitation, signIn, signInWithPasskey } from './sign-in.ts'
import { failure, json, type Sent, scriptedFetch } from './test/scripted-fetch.ts'

const baseUrl = 'http://portico.test'

/**
 * Read by machines and by those who run the service, or fetched by the URL that another route gives; and the same
 * as another under a second path.
 */
const notForCallers = new Set([
  ...[
    'jwks',
    'openIdConfiguration',
    'health',
    'ready',
    'getScopedBytes',
    'readFeed',
    'receiveFact',
    'getPortFile',
    'listEditorEvidence',
    'getEditorDocument',
    'getEditorText',
  ],
  'reviseAppealDocument',
])
const file = new Blob(['x'])
const profile = {} as Profile
const key = { id: 'k', rawId: 'k', type: 'public-key' as const }
const newCredential = { ...key, response: { clientDataJSON: 'c', attestationObject: 'a' } }
const passkey = { ...key, response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' } }

const heldSlot = { startsAt: '2096-03-02T14:30:00.000Z', minutes: 60, timeZone: 'America/New_York' }
const calendarEntry = {
  participant: { kind: 'room', id: 'r' },
  effect: 'busy',
  starts: '2096-03-02T09:00',
  ends: '2096-03-02T17:00',
  timeZone: 'America/New_York',
} as const

const calls: Record<string, (client: Portico) => Promise<unknown>> = {
  'appeals.list': (client) => client.appeals.list(),
  'appeals.get': (client) => client.appeals.get('a'),
  'appeals.file': (client) => client.appeals.file('a', { format: 'zip', annotations: true }),
  'documents.list': (client) => client.documents.list('a'),
  'documents.get': (client) => client.documents.get('a', 'd'),
  'documents.content': async (client) => {
    await client.documents.content('a', 'd')
    await client.documents.content('a', 'd', { version: 2 })
  },
  'documents.move': (client) => client.documents.move('a', ['d'], { before: 'e' }),
  'documents.arrange': (client) => client.documents.arrange('a', ['d']),
  search: (client) => client.search('a', '"38 CFR" 70%'),
  'documents.addTag': (client) => client.documents.addTag('a', 'd', 'x'),
  'documents.removeTag': (client) => client.documents.removeTag('a', 'd', 'x/y'),
  'documents.annotate': (client) => client.documents.annotate('a', 'd', { page: 1 }),
  'documents.editAnnotation': (client) => client.documents.editAnnotation('a', 'd', 'n', { comment: 'x' }),
  'documents.moveAnnotation': (client) => client.documents.moveAnnotation('a', 'd', 'n', { page: 2 }),
  'documents.restoreAnnotation': (client) => client.documents.restoreAnnotation('a', 'd', 'n'),
  'documents.removeAnnotation': (client) => client.documents.removeAnnotation('a', 'd', 'n'),
  'documents.setRead': (client) => client.documents.setRead('a', 'd', true),
  'cases.get': (client) => client.cases.get('a'),
  'cases.state': (client) => client.cases.state('a', { at: new Date('2026-11-01T00:00:00Z') }),
  'cases.search': (client) =>
    client.cases
      .search('a', '70%', {
        ...{ documentId: 'd', category: 'c', tag: 't', read: false },
        ...{ receivedFrom: '2020-01-01', receivedTo: '2021-01-01', after: '7', limit: 9 },
      })
      .page(),
  'cases.events': (client) => client.cases.events('a', { after: 3, types: ['case.opened'], limit: 5 }).page(),
  'cases.pagePlace': (client) => client.cases.pagePlace('a', 3),
  'cases.pageMap': (client) => client.cases.pageMap('a'),
  'cases.pageText': (client) => client.cases.pageText('a', 'd', 12),
  'cases.accessLog': (client) => client.cases.accessLog('a', { after: 3, limit: 5 }).page(),
  'cases.watch': (client) => client.cases.watch('a').next(),
  'cases.changes': (client) => client.cases.changes({ after: 3 }),
  'cases.watchChanges': (client) => client.cases.watchChanges({ after: 0 }).next(),
  'cases.scopedAccess': (client) => client.cases.scopedAccess('a'),
  'cases.list': (client) =>
    client.cases
      .list({
        ...{ status: 's', docket: 'd', caseType: 't', assignee: 'm', isClosed: false, text: 'x' },
        ...{ source: 'o', externalId: 'e', after: 'p', limit: 5 },
      })
      .page(),
  'cases.correct': (client) => client.cases.correct('a', { caseType: 'appeal', why: 'w' }),
  'cases.permissions': (client) => client.cases.permissions('a'),
  'cases.docket': (client) => client.cases.docket('a', { docket: 'directReview', override: 'w' }),
  'cases.refuseDocketing': (client) =>
    client.cases.refuseDocketing('a', [{ reason: 'untimely' }], { ends: 'h' }),
  'cases.endings': (client) => client.cases.endings('a', { cancelTask: { taskId: 't' } }),
  'cases.reopen': (client) => client.cases.reopen('a', 'w'),
  'cases.explain': (client) => client.cases.explain('a'),
  'cases.priority': (client) => client.cases.priority('a'),
  'cases.advance': (client) => client.cases.advance('a', { reason: 'age', granted: true, why: 'w' }),
  'cases.links': (client) => client.cases.links('a'),
  'cases.link': (client) => client.cases.link('a', { kind: 'split', issueIds: ['i'], why: 'w' }),
  'tasks.list': (client) => client.tasks.list('a', { open: true }),
  'tasks.get': (client) => client.tasks.get('a', 't'),
  'tasks.open': (client) => client.tasks.open('a', { parentId: 't', type: 'letter' }),
  'tasks.assign': (client) => client.tasks.assign('a', 't', { assignee: { team: 'clerk' }, why: 'w' }),
  'tasks.start': (client) => client.tasks.start('a', 't'),
  'tasks.hold': (client) => client.tasks.hold('a', 't', { until: '2026-12-01T00:00:00Z', why: 'w' }),
  'tasks.resume': async (client) => {
    await client.tasks.resume('a', 't')
    await client.tasks.resume('a', 't', 'w')
  },
  'tasks.complete': async (client) => {
    await client.tasks.complete('a', 't')
    await client.tasks.complete('a', 't', { outcome: 'o', note: 'n', assignee: { person: 'p' } })
  },
  'tasks.cancel': (client) => client.tasks.cancel('a', 't', 'w', { ends: 'h' }),
  'tasks.instruct': (client) => client.tasks.instruct('a', 't', 'x'),
  'tasks.find': (client) =>
    client.tasks
      .find(
        {
          ...{ assignees: ['me', 'myTeams'], types: ['a', 'b'], statuses: ['assigned'], dockets: ['d'] },
          ...{ caseTypes: ['c'], isAdvanced: true, isCourtRemand: false, isOverdue: true, leastAgeDays: 3 },
          ...{ sort: 'age', isReversed: true },
        },
        { count: true, after: 'x', limit: 5 },
      )
      .page(),
  'tasks.reassign': (client) =>
    client.tasks.reassign({ query: { types: ['a'] }, to: { team: 't' }, why: 'w' }),
  'tasks.reassignment': (client) => client.tasks.reassignment('r'),
  'mail.takeIn': async (client) => {
    const piece = { channel: 'mail' as const, sender: {}, receiptDate: '2026-03-02' }
    await client.mail.takeIn(piece, file)
    await client.mail.takeIn({ ...piece, uploadIds: ['u'] })
  },
  'mail.list': (client) => client.mail.list({ status: 'unmatched', after: 'p', limit: 5 }).page(),
  'mail.get': (client) => client.mail.get('p'),
  'mail.content': (client) => client.mail.content('p', '1'),
  'mail.match': (client) => client.mail.match('p', 'a', { mailType: 'm', why: 'w' }),
  'mail.drop': (client) => client.mail.drop('p', { caseId: 'a', documentId: 'd', why: 'w' }),
  'mail.replay': (client) => client.mail.replay({ mailTypes: [], from: '2026-01-01', to: '2026-02-01' }),
  'mail.reject': (client) => client.mail.reject('p', 'w'),
  'mail.reopen': (client) => client.mail.reopen('p', 'w'),
  'tasks.routeMail': (client) => client.tasks.routeMail('a', { mailType: 'm', documentId: 'd' }),
  'tasks.health': (client) => client.tasks.health(),
  'queues.list': (client) => client.queues.list(),
  'queues.get': (client) => client.queues.get('team:clerk'),
  'queues.tasks': (client) => client.queues.tasks('mine', { count: true, after: 'x', limit: 5 }).page(),
  'queues.next': (client) => client.queues.next('mine'),
  'queues.save': (client) => client.queues.save({ name: 'n', team: 't', query: {} }),
  'queues.change': (client) => client.queues.change('q', { name: 'n', query: {} }),
  'queues.remove': (client) => client.queues.remove('q'),
  'distribution.ranking': (client) =>
    client.distribution.ranking({ docket: 'd', after: 'x', limit: 5 }).page(),
  'distribution.ask': async (client) => {
    await client.distribution.ask()
    await client.distribution.ask('m')
  },
  'distribution.runs': (client) => client.distribution.runs({ memberId: 'm', after: 'x', limit: 5 }).page(),
  'distribution.run': (client) => client.distribution.run('r'),
  'distribution.simulate': (client) => client.distribution.simulate({ mostWaiting: 4 }),
  'reports.list': (client) => client.reports.list(),
  'reports.get': (client) =>
    client.reports.get('throughput', {
      ...{ by: ['docket'], period: 'week', from: '2026-01-01', to: '2026-06-30' },
      ...{ caseType: 'appeal', docket: 'directReview' },
    }),
  'reports.file': (client) => client.reports.file('throughput', 'csv', { period: 'day' }),
  'reports.elements': (client) => client.reports.elements(),
  'dashboards.list': (client) => client.dashboards.list(),
  'dashboards.get': (client) => client.dashboards.get('d'),
  'dashboards.setRoles': (client) => client.dashboards.setRoles('d', ['adjudicator']),
  'dashboards.remove': (client) => client.dashboards.remove('d'),
  'sessions.list': (client) => client.sessions.list('a'),
  'sessions.request': (client) => client.sessions.request('a', { kind: 'video', why: 'w' }),
  'sessions.place': (client) =>
    client.sessions.place('a', 's', {
      slot: { startsAt: '2026-12-01T00:00:00Z', minutes: 60, timeZone: 'UTC' },
    }),
  'sessions.join': (client) => client.sessions.join('a', 's'),
  'sessions.renewConference': (client) => client.sessions.renewConference('a', 's', 'w'),
  'sessions.inviteGuest': (client) => client.sessions.inviteGuest('a', 's', { name: 'n' }),
  'rooms.openInvitation': (client) => client.rooms.openInvitation('at.l'),
  'rooms.enter': (client) => client.rooms.enter('l'),
  'rooms.watch': (client) => client.rooms.watch('l', 's', 0),
  'rooms.act': (client) => client.rooms.act('l', 's', { type: 'leave' }),
  'rooms.sendSound': (client) =>
    client.rooms.sendSound('l', 's', {
      ...{ track: 't', sequence: 0, startedAt: '2026-03-02T15:04:05.000Z', offsetMs: 0, durationMs: 1000 },
      ...{ mediaType: 'audio/webm;codecs=opus', bytes: 'GkXfow==' },
    }),
  'sessions.end': (client) => client.sessions.end('a', 's', { outcome: 'held' }),
  'deliveries.list': (client) => client.deliveries.list('a'),
  'deliveries.ledger': (client) => client.deliveries.ledger('a'),
  'deliveries.receipt': (client) =>
    client.deliveries.receipt('a', 'd', { channel: 'mail', sentAt: '2026-12-01T00:00:00Z' }),
  'deliveries.fail': (client) => client.deliveries.fail('a', 'd', 'w'),
  'letters.list': (client) => client.letters.list('a'),
  'letters.find': (client) => client.letters.find({ status: 'composed', after: 'x', limit: 5 }).page(),
  'letters.write': (client) => client.letters.write('a', { letter: 'l', partyId: 'p', reason: 'r' }),
  'letters.preview': (client) => client.letters.preview('a', { letter: 'l', partyId: 'p' }),
  'letters.retry': (client) => client.letters.retry('a', 'l'),
  'letters.receipt': (client) =>
    client.letters.receipt('a', 'l', { channel: 'mail', sentAt: '2026-12-01T00:00:00Z' }),
  'letters.fail': (client) => client.letters.fail('a', 'l', { why: 'w' }),
  'decisions.reportEffectuation': (client) =>
    client.decisions.reportEffectuation('a', { result: 'completed' }),
  'parties.list': (client) => client.parties.list('a'),
  'parties.get': (client) => client.parties.get('a', 'p'),
  'parties.write': (client) => client.parties.write('a', 'p', { role: 'appellant', organization: 'o' }),
  'parties.remove': (client) => client.parties.remove('a', 'p', { why: 'w' }),
  'parties.history': (client) => client.parties.history('a', 'p', { after: 3, limit: 5 }).page(),
  'parties.represent': (client) =>
    client.parties.represent('a', 'p', {
      representativeId: 'r',
      powerOfAttorney: { start: '2026-01-01', scope: 's' },
    }),
  'parties.revoke': (client) => client.parties.revoke('a', 'p', { why: 'w' }),
  'me.get': (client) => client.me.get(),
  'directory.list': (client) =>
    client.directory
      .list({
        text: 't',
        usernames: ['u', 'v'],
        role: 'r',
        team: 'e',
        after: 'mem_01m7ak53ebacywqy26ewasyzvw',
        limit: 5,
      })
      .page(),
  'members.list': (client) =>
    client.members.list({ after: 'mem_01m7ak53ebacywqy26ewasyzvw', limit: 5 }).page(),
  'members.get': (client) => client.members.get('m'),
  'members.change': (client) => client.members.change('m', { teams: ['drafters'] }),
  'members.changes': (client) => client.members.changes('m', { after: 3, limit: 5 }).page(),
  'members.deactivate': (client) => client.members.deactivate('m'),
  'members.reactivate': (client) => client.members.reactivate('m'),
  'members.inviteAgain': (client) => client.members.inviteAgain('m'),
  'teams.list': (client) => client.teams.list(),
  'invitations.list': (client) => client.invitations.list(),
  'invitations.invite': (client) => client.invitations.invite({ email: 'a@example.org', roles: [] }),
  'invitations.withdraw': (client) => client.invitations.withdraw('i'),
  'accessGrants.list': (client) => client.accessGrants.list('a'),
  'accessGrants.grant': (client) => client.accessGrants.grant('a', { memberId: 'm', partyId: 'p' }),
  'accessGrants.withdraw': (client) => client.accessGrants.withdraw('a', 'g', { why: 'w' }),
  'parties.candidates': (client) => client.parties.candidates('a', { organization: 'o' }),
  'parties.settleConflict': (client) => client.parties.settleConflict('a', 'p', { keep: 'case' }),
  'parties.merge': (client) => client.parties.merge('a', 'p', 'q'),
  'issues.list': (client) => client.issues.list('a'),
  'issues.get': (client) => client.issues.get('a', 'i'),
  'issues.add': (client) => client.issues.add('a', { issueType: 't' }),
  'issues.edit': (client) => client.issues.edit('a', 'i', { scope: null }),
  'issues.arrange': (client) => client.issues.arrange('a', ['i']),
  'remands.list': (client) => client.remands.list('a'),
  'remands.recordFromCourt': (client) =>
    client.remands.recordFromCourt('a', {
      documentId: 'd',
      mandateOn: '2026-10-05',
      issueIds: ['i'],
      instructions: [{ text: 'Discuss it.' }],
      why: 'So it is ordered.',
    }),
  'remands.correctMandate': (client) =>
    client.remands.correctMandate('a', 'r', { mandateOn: '2026-10-06', why: 'It was misread.' }),
  'remands.reportProgress': (client) => client.remands.reportProgress('a', 'r', { status: 'acknowledged' }),
  'remands.takeBack': (client) => client.remands.takeBack('a', 'r', { why: 'All is done.' }),
  'remands.answer': (client) => client.remands.answer('a', 'r', 'n', { page: 1 }),
  'remands.removeAnswer': (client) => client.remands.removeAnswer('a', 'r', 'n', 'w'),
  'remands.judge': (client) => client.remands.judge('a', 'r', 'n', { result: 'satisfied' }),
  'issues.decide': (client) => client.issues.decide('a', 'i', { disposition: 'allowed' }),
  'issues.undecide': (client) => client.issues.undecide('a', 'i'),
  'issues.split': (client) => client.issues.split('a', 'i', [{ issueType: 't' }]),
  'issues.merge': (client) => client.issues.merge('a', 'i', { issueIds: ['j'] }),
  'issues.remove': (client) => client.issues.remove('a', 'i', { how: 'withdrawn', why: 'w' }),
  'issues.restore': (client) => client.issues.restore('a', 'i'),
  'issues.cite': (client) => client.issues.cite('a', 'i', { page: 1, quote: 'q', note: 'n' }),
  'issues.uncite': (client) => client.issues.uncite('a', 'i', 'c'),
  'issues.evidence': (client) => client.issues.evidence('a', 'i'),
  'issues.citing': (client) => client.issues.citing('a', 12),
  'issues.check': (client) => client.issues.check('a', []),
  'workProducts.list': (client) => client.workProducts.list('a'),
  'workProducts.get': (client) => client.workProducts.get('a', 'w'),
  'workProducts.draft': async (client) => {
    await client.workProducts.draft('a')
    await client.workProducts.draft('a', { title: 't', from: 'w' })
  },
  'workProducts.save': (client) =>
    client.workProducts.save('a', 'w', {
      baseVersion: 1,
      base: 0,
      content: { opening: [], issues: [], closing: [] },
    }),
  'workProducts.changeText': (client) =>
    client.workProducts.changeText('a', 'w', {
      base: 0,
      operations: [{ type: 'setTitle', title: 't' }],
      dispositions: [{ issueId: 'i', disposition: 'allowed' }],
    }),
  'workProducts.textChanges': (client) => client.workProducts.textChanges('a', 'w', { after: 9, limit: 5 }),
  'workProducts.proposals': (client) =>
    client.workProducts.proposals('a', 'w', { status: 'open', limit: 5 }).page(),
  'workProducts.propose': (client) =>
    client.workProducts.propose('a', 'w', { base: 0, operations: [{ type: 'setTitle', title: 'Order' }] }),
  'workProducts.acceptProposals': (client) => client.workProducts.acceptProposals('a', 'w', ['p']),
  'workProducts.rejectProposals': (client) =>
    client.workProducts.rejectProposals('a', 'w', { proposals: ['p'] }),
  'workProducts.withdrawProposals': (client) => client.workProducts.withdrawProposals('a', 'w', ['p']),
  'workProducts.keepVersion': (client) => client.workProducts.keepVersion('a', 'w'),
  'workProducts.versions': (client) => client.workProducts.versions('a', 'w', { after: 9, limit: 5 }).page(),
  'workProducts.version': (client) => client.workProducts.version('a', 'w', 2),
  'workProducts.comments': (client) => client.workProducts.comments('a', 'w'),
  'workProducts.comment': (client) => client.workProducts.comment('a', 'w', { text: 'x', inReplyTo: 'c' }),
  'workProducts.setResolved': (client) =>
    client.workProducts.setResolved('a', 'w', { commentId: 'c', resolved: true }),
  'workProducts.submit': (client) => client.workProducts.submit('a', 'w', 1),
  'workProducts.return': (client) => client.workProducts.return('a', 'w', { version: 1, reasons: ['r'] }),
  'workProducts.discard': (client) => client.workProducts.discard('a', 'w', 'w'),
  'workProducts.blockers': (client) => client.workProducts.blockers('a', 'w'),
  'workProducts.preview': (client) => client.workProducts.preview('a', 'w'),
  'workProducts.openInEditor': (client) => client.workProducts.openInEditor('a', 'w'),
  'workProducts.proveSigning': (client) => client.workProducts.proveSigning('a', 'w', 1),
  'workProducts.previewFile': (client) => client.workProducts.previewFile('a', 'w'),
  'workProducts.sign': (client) => client.workProducts.sign('a', 'w', 1),
  'workProducts.release': (client) => client.workProducts.release('a', 'w'),
  'workProducts.recall': (client) => client.workProducts.recall('a', 'w', 'y'),
  'boilerplate.search': (client) =>
    client.boilerplate.search({ q: 'x', issueType: 't', disposition: 'd', place: 'issue', limit: 5 }).page(),
  'boilerplate.offers': (client) =>
    client.boilerplate.offers('a', { q: 'x', issueId: 'i', place: 'issue', after: 'e', limit: 5 }).page(),
  'boilerplate.get': (client) => client.boilerplate.get('e', { version: 1 }),
  'boilerplate.changes': (client) => client.boilerplate.changes('e', { from: 1, to: 2 }),
  'boilerplate.uses': (client) => client.boilerplate.uses('e', { version: 1, limit: 5 }).page(),
  'boilerplate.try': (client) => client.boilerplate.try('a', { entryId: 'e', values: { x: 1 } }),
  'boilerplate.untried': (client) => client.boilerplate.untried({ entryId: 'e', limit: 5 }).page(),
  'boilerplate.inText': (client) => client.boilerplate.inText('a', 'w'),
  'decisions.get': (client) => client.decisions.get('a', { workProductId: 'w' }),
  'decisions.verify': (client) => client.decisions.verify('a', { workProductId: 'w' }),
  'decisions.file': async (client) => {
    await client.decisions.file('a', { workProductId: 'w' })
    await client.decisions.file('a', { workProductId: 'w', format: 'zip' })
  },
  'profile.get': (client) => client.profile.get(),
  'profile.try': (client) => client.profile.try(profile),
  'profile.save': (client) => client.profile.save(profile, 'w', { ifMatch: 3 }),
  'profile.fields': (client) => client.profile.fields(),
  'profile.tryNotification': (client) => client.profile.tryNotification('a', { notification: 'n' }),
  'profile.versions': (client) => client.profile.versions({ after: 3, limit: 5 }).page(),
  'profile.version': (client) => client.profile.version(2),
  'profile.changes': (client) => client.profile.changes(2, { from: 1 }),
  'profile.restore': (client) => client.profile.restore(1, 'w'),
  'ports.list': (client) => client.ports.list(),
  'ports.get': (client) => client.ports.get('output'),
  'ports.replay': (client) => client.ports.replay('output', { binding: 'main', isDryRun: true }),
  'ledger.list': (client) => client.ledger.list({ port: 'output', status: ['failed'], limit: 5 }).page(),
  'ledger.redrive': async (client) => {
    await client.ledger.redrive('d')
    await client.ledger.redrive('d', 'w')
  },
  'ledger.drop': (client) => client.ledger.drop('d', 'w'),
  'ledger.redriveAll': (client) => client.ledger.redriveAll({ port: 'output' }),
  'ledger.dropAll': (client) => client.ledger.dropAll({ port: 'output', why: 'w' }),
  'inbox.list': (client) => client.inbox.list({ port: 'output', limit: 5 }).page(),
  'inbox.match': (client) => client.inbox.match('f', 'a'),
  'inbox.drop': (client) => client.inbox.drop('f', 'w'),
  'custody.setSensitivity': (client) => client.custody.setSensitivity('a', { level: 3, why: 'w' }),
  'custody.holds': (client) => client.custody.holds('a'),
  'custody.hold': (client) => client.custody.hold('a', 'w'),
  'custody.lift': (client) => client.custody.lift('a', 'h', 'w'),
  'custody.due': (client) => client.custody.due({ after: 'x', limit: 5 }).page(),
  'custody.purge': async (client) => {
    await client.custody.purge('a')
    await client.custody.purge('a', { order: { why: 'w' } })
  },
  'custody.tombstone': (client) => client.custody.tombstone('a'),
  'custody.tombstones': (client) => client.custody.tombstones({ after: 'x', limit: 5 }).page(),
  'cases.open': async (client) => {
    const given = { veteran: { firstName: 'A', lastName: 'B' }, receiptDate: '2026-03-02' }
    await client.cases.open(given)
    await client.cases.open({ ...given, boundaries: 'none' }, file)
  },
  'documents.add': async (client) => {
    await client.documents.add('a', { name: 'n', uploadId: 'u' })
    await client.documents.add('a', { name: 'n' }, file)
  },
  'documents.listAll': (client) => client.documents.listAll('a', { status: 'held' }),
  'documents.sources': (client) => client.documents.sources('a'),
  'documents.looked': (client) => client.documents.looked('a', 3),
  'documents.withVersions': (client) => client.documents.withVersions('a', 'd'),
  'documents.revise': async (client) => {
    await client.documents.revise('a', 'd', file)
    await client.documents.revise('a', 'd', { uploadId: 'u' })
  },
  'documents.original': (client) => client.documents.original('a', 'd'),
  'transcripts.list': (client) => client.transcripts.list('a', 's'),
  'transcripts.get': (client) => client.transcripts.get('a', 's', 't'),
  'transcripts.correct': (client) => client.transcripts.correct('a', 's', 't', '1-1', { text: 'So.' }),
  'transcripts.nameSpeaker': (client) => client.transcripts.nameSpeaker('a', 's', 't', 'd', 'Ada King'),
  'transcripts.certify': (client) => client.transcripts.certify('a', 's', 't', 'h'),
  'documents.proposeDivision': (client) => client.documents.proposeDivision('a', 'd'),
  'documents.divide': (client) => client.documents.divide('a', 'd', [{ name: 'n', pageCount: 1 }]),
  'documents.edit': (client) => client.documents.edit('a', 'd', { documentType: 'brief' }),
  'documents.setStatus': (client) => client.documents.setStatus('a', 'd', { status: 'held', why: 'w' }),
  'documents.setLinked': (client) => client.documents.setLinked('a', 'd', false),
  'uploads.send': (client) => client.uploads.send(file, { name: 'n', sha256: 's' }),
  'uploads.get': (client) => client.uploads.get('u'),
  'uploads.remove': (client) => client.uploads.remove('u'),
  'events.list': (client) => client.events.list().page(),
  'events.watch': (client) => client.events.watch().next(),
  'imports.start': (client) => client.imports.start(new Blob(['x']), { dryRun: true }),
  'imports.list': (client) => client.imports.list({ after: 'i', limit: 5 }).page(),
  'imports.get': (client) => client.imports.get('i'),
  'imports.errors': (client) => client.imports.errors('i', { after: 3 }).next(),
  'imports.setStatus': (client) => client.imports.setStatus('i', 'paused'),
  'me.preferences': (client) => client.me.preferences(),
  'me.setPreferences': (client) => client.me.setPreferences({ theme: 'dark' }),
  'me.changePreferences': (client) => client.me.changePreferences({ theme: null }),
  'cases.visit': (client) => client.cases.visit('a'),
  'cases.present': (client) => client.cases.present('a'),
  'cases.here': (client) => client.cases.here('a', { page: 3 }),
  'cases.leave': (client) => client.cases.leave('a'),
  'cases.places': (client) => client.cases.places('a'),
  'cases.seenPages': (client) => client.cases.seenPages('a'),
  'cases.saw': (client) => client.cases.saw('a', [{ first: 1, last: 2 }]),
  'cases.coverage': (client) => client.cases.coverage('a'),
  'documents.keepPlace': (client) => client.documents.keepPlace('a', 'd', { page: 1 }),
  'sandbox.people': (client) => client.sandbox.people({ code: 'c' }),
  'alerts.list': (client) => client.alerts.list({ unread: true }).page(),
  'alerts.mark': (client) => client.alerts.mark('n', false),
  'alerts.markAll': (client) => client.alerts.markAll('n'),
  'alerts.subscriptions': (client) => client.alerts.subscriptions(),
  'alerts.subscribe': (client) => client.alerts.subscribe({ timeZone: 'UTC' }),
  'parties.notices': (client) => client.parties.notices('a', 'p'),
  'parties.setNotices': (client) => client.parties.setNotices('a', 'p', { optedOut: ['text'] }),
  'cases.notifications': (client) => client.cases.notifications('a'),
  'calendars.entries': (client) => client.calendars.entries({ kind: 'room', id: 'r' }),
  'calendars.add': (client) => client.calendars.add(calendarEntry),
  'calendars.change': (client) => client.calendars.change('e', calendarEntry),
  'calendars.import': (client) =>
    client.calendars.import({ participant: calendarEntry.participant, timeZone: 'UTC', calendar: 'c' }),
  'calendars.remove': (client) => client.calendars.remove('e'),
  'calendars.blackouts': (client) => client.calendars.blackouts({ from: '2096-01-01', to: '2096-12-31' }),
  'calendars.addBlackout': (client) => client.calendars.addBlackout({ from: '2096-12-25', why: 'w' }),
  'calendars.removeBlackout': (client) => client.calendars.removeBlackout('b'),
  'slots.search': (client) => client.slots.search({ participants: [], from: '2096-01-01', to: '2096-01-31' }),
  'slots.hold': (client) => client.slots.hold({ participants: [{ kind: 'room', id: 'r' }], slot: heldSlot }),
  'slots.held': (client) => client.slots.held('h'),
  'slots.release': (client) => client.slots.release('h'),
  'sessions.find': (client) => client.sessions.find({ kind: 'room', id: 'r', isConflicted: true }).page(),
  'sessions.get': (client) => client.sessions.get('s'),
  'sessions.queue': (client) => client.sessions.queue({ limit: 5 }).page(),
  'sessionPlans.docket': (client) =>
    client.sessionPlans.docket({
      from: '2096-03-05',
      to: '2096-03-09',
      benches: [{ participants: [calendarEntry.participant] }],
    }),
  'sessionPlans.repairs': (client) => client.sessionPlans.repairs({ sessionIds: ['s'] }),
  'sessionPlans.get': (client) => client.sessionPlans.get('p'),
  'sessionPlans.accept': (client) => client.sessionPlans.accept('p', { sessionIds: ['s'] }),
  'calendarFeeds.list': (client) => client.calendarFeeds.list({ kind: 'room', id: 'r' }),
  'calendarFeeds.add': (client) => client.calendarFeeds.add({ participant: calendarEntry.participant }),
  'calendarFeeds.rotate': (client) => client.calendarFeeds.rotate('f'),
  'calendarFeeds.revoke': (client) => client.calendarFeeds.revoke('f'),
  'caseViews.list': (client) => client.caseViews.list(),
  'caseViews.save': (client) => client.caseViews.save({ name: 'n', team: 't', query: { isClosed: false } }),
  'caseViews.remove': (client) => client.caseViews.remove('v'),
  'passkeys.list': (client) => client.passkeys.list(),
  'passkeys.newOptions': async (client) => {
    await client.passkeys.newOptions()
    await client.passkeys.newOptions({ password: 'p' })
  },
  'passkeys.add': (client) => client.passkeys.add({ name: 'n', credential: newCredential }),
  'passkeys.rename': (client) => client.passkeys.rename('p', 'n'),
  'passkeys.remove': (client) => client.passkeys.remove('p'),
  'passkeys.signInOptions': (client) => client.passkeys.signInOptions(),
  'members.passkeys': (client) => client.members.passkeys('m'),
  'members.removePasskey': (client) => client.members.removePasskey('m', 'p'),
  'me.changePassword': (client) => client.me.changePassword({ currentPassword: 'p', password: 'q' }),
  signIn: async (client) => {
    await client.signIn({ username: 'u', password: 'p' })
    await client.signIn({ passkey })
  },
  signOut: (client) => client.signOut(),
}

function routeOf({ method, url }: Sent): string[] {
  return Object.entries<Route>(routes)
    .filter(([, route]) => {
      const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      return route.method === method && pattern.test(url.pathname)
    })
    .map(([name]) => name)
}

function answer({ method, headers, url }: Sent): Response {
  if (headers.get('accept') === 'text/event-stream') {
    return new Response('data: {"position":1}\n\n', { headers: { 'content-type': 'text/event-stream' } })
  }
  if (/^\/(auth\/session|sandbox\/sign-in)/.test(url.pathname)) return json({ token: 't2', expiresIn: 60 })
  if (url.pathname === '/auth/refresh') return json({ token: 't2', refreshToken: 'r2', expiresIn: 60 })
  if (headers.get('authorization') === 'Bearer expired') return failure(401)
  if (url.pathname.startsWith('/uploads')) {
    return json({ upload: { id: 'u', bytes: file.size, offset: method === 'PATCH' ? file.size : 0 } })
  }
  return json({})
}

/** The JSON of a request, also where a form has it. */
function fieldsOf({ body }: Sent, part: string | undefined): string[] {
  if (body instanceof Blob) return []
  if (!(body instanceof FormData)) return Object.keys(body ?? {})
  assert.deepEqual([...body.keys()], [part, 'file'])
  return Object.keys(JSON.parse(String(body.get(part ?? ''))))
}

async function recorded(): Promise<Sent[]> {
  const { fetch, sent } = scriptedFetch(answer)
  for (const call of Object.values(calls)) await call(new PorticoClient({ baseUrl, token: 't', fetch }))
  await new PorticoClient({ baseUrl, token: 'expired', refreshToken: 'r', fetch }).appeals.list()
  await signIn({ baseUrl, username: 'u', password: 'p', fetch })
  await signInWithPasskey({ baseUrl, passkey, fetch })
  const page = new PorticoClient({ baseUrl, session: 'cookie', fetch })
  await page.appeals.list()
  await page.signIn({ username: 'u', password: 'p' })
  await page.signIn({ memberId: 'm', code: 'c' })
  await page.signIn({ passkey })
  await page.signOut()
  await acceptInvitation({ baseUrl, token: 'i', password: 'p', fetch })
  return sent
}

describe('client', () => {
  it('has no method that these tests leave out', () => {
    const client = new PorticoClient({ baseUrl, token: 't' })
    const methods = Object.entries(client).flatMap(([name, part]) =>
      typeof part === 'function' ? [name] : Object.keys(part).map((method) => `${name}.${method}`),
    )
    assert.deepEqual(methods.sort(), Object.keys(calls).sort())
  })

  it('reaches every route of the contract that is for callers', async () => {
    const reached = new Set((await recorded()).flatMap(routeOf))
    const wanted = Object.keys(routes).filter((name) => !notForCallers.has(name))
    assert.deepEqual([...reached].sort(), wanted.sort())
  })

  it('asks for nothing that the contract does not have', async () => {
    for (const sent of await recorded()) {
      const [name, ...others] = routeOf(sent)
      assert.ok(name && others.length === 0, `${sent.method} ${sent.url.pathname} is one route`)
      const route: Route = routes[name as keyof typeof routes]
      const known = Object.keys(route.query?.properties ?? {})
      assert.deepEqual(
        [...sent.url.searchParams.keys()].filter((key) => !known.includes(key)),
        [],
      )
      const mayHaveBody = route.body !== undefined || route.bytes !== undefined
      assert.ok(mayHaveBody || sent.body === undefined, `${name} has a body where the contract has one`)
      assert.ok(!route.body || sent.body !== undefined, `${name} has the body of the contract`)
      const isJson = !(sent.body instanceof Blob || sent.body instanceof FormData)
      assert.ok(isJson || route.bytes, `${name} has bytes where the contract has some`)
      const fields = Object.keys(route.body?.properties ?? {})
      assert.deepEqual(
        fieldsOf(sent, route.bytes?.beside).filter((key) => !fields.includes(key)),
        [],
      )
    }
  })

  it('puts an idempotency key on every write that takes one, and the token on everything but sign-in', async () => {
    for (const { method, url, headers } of await recorded()) {
      const isSignIn = /^\/(auth|sandbox)\//.test(url.pathname)
      const takesKey = method !== 'GET' && !isSignIn && !/^\/(uploads|me|rooms)\b/.test(url.pathname)
      assert.equal(headers.has('idempotency-key'), takesKey, `${method} ${url.pathname}`)
      if (!isSignIn && !url.pathname.startsWith('/rooms/'))
        assert.match(headers.get('authorization') ?? '', /^Bearer /)
      assert.equal(headers.get('portico-version'), '2026-11-01')
    }
  })

  it('rejects, and never throws, what cannot be sent', async () => {
    const client = new PorticoClient({ baseUrl, token: 't', fetch: scriptedFetch().fetch })
    await assert.rejects(client.documents.removeTag('a', 'd', '..'), { code: 'badRequest' })
    await assert.rejects(client.appeals.get(''), {
      name: 'TypeError',
      message: /^appealId must be a non-empty string/,
    })
    const nothing = undefined as unknown as string
    await assert.rejects(client.documents.get('a', nothing), {
      name: 'TypeError',
      message: 'documentId must be a non-empty string, not undefined.',
    })
    await assert.rejects(client.cases.events(nothing).page(), { name: 'TypeError', message: /^caseId / })
    await assert.rejects(client.cases.watch('.').next(), { code: 'badRequest' })
  })
})

describe('sign-in', () => {
  it('gives the tokens, and sends the password once, without a token', async () => {
    const { fetch, sent } = scriptedFetch(json({ token: 'jwt', refreshToken: 'r', expiresIn: 3600 }))
    const signedIn = await signIn({ baseUrl, username: 'ada', password: 'secret', fetch })
    assert.deepEqual(signedIn, { idToken: 'jwt', refreshToken: 'r', expiresIn: 3600 })
    assert.deepEqual(sent[0]?.body, { username: 'ada', password: 'secret' })
    assert.equal(sent[0]?.headers.get('authorization'), null)
  })

  it('that is refused or lost is not tried again', async () => {
    for (const step of [failure(401), failure(429, { 'retry-after': '1' }), new TypeError('reset')]) {
      const { fetch, sent } = scriptedFetch(step)
      await assert.rejects(signIn({ baseUrl, username: 'ada', password: 'secret', fetch }))
      assert.equal(sent.length, 1)
    }
  })
})
