import type { RouteName } from '@portico/contract/table'

/** The routes of the work on a case with the SDK: `client` is signed in, and the ids are known. */
export const workSamples = {
  listCases: `const { cases } = await client.cases.list({
  status: 'onDocket',
  limit: 20,
})
for (const { docketNumber, assignee } of cases) {
  console.log(docketNumber, assignee?.name)
}`,
  correctCase: `const corrected = await client.cases.correct(caseId, {
  externalStatus: 'remanded',
  why: 'The other system says so.',
})
console.log(corrected.externalStatus)`,
  docketCase: `const { status } = await client.cases.docket(caseId, {
  docket: 'directReview',
})`,
  refuseDocketing: `await client.cases.refuseDocketing(caseId, [
  { reason: 'wrongForum', why: 'It belongs to the court.' },
])`,
  explainCase: `const { path, waitsFor } = await client.cases.explain(caseId)
for (const { at, status, causedBy } of path) {
  console.log(at, status, causedBy?.type)
}`,
  getPriority: `const { advanced } = await client.cases.priority(caseId)`,
  ruleOnMotion: `await client.cases.advance(caseId, {
  reason: 'seriousIllness',
  granted: true,
  why: 'The letter of the oncologist.',
})`,
  listLinks: `const links = await client.cases.links(caseId)
for (const { kind, docketNumber } of links) console.log(kind, docketNumber)`,
  linkCase: `const { id } = await client.issues.add(caseId, {
  issueType: 'serviceConnection',
})
const linked = await client.cases.link(caseId, {
  kind: 'split',
  issueIds: [id],
  why: 'Heard apart.',
})
console.log(linked.case.docketNumber)`,

  listTasks: `const tasks = await client.tasks.list(caseId, { open: true })
for (const { label, assignee } of tasks) console.log(label, assignee?.name)`,
  getTask: `const { status, actions } = await client.tasks.get(caseId, taskId)
console.log(status, actions.may)`,
  openTask: `const task = await client.tasks.open(caseId, {
  parentId: taskId,
  type: 'supportAction',
  instructions: 'Please ask for the 1994 records.',
})`,
  assignTask: `await client.tasks.assign(caseId, taskId, {
  assignee: { team: 'adjudicators' },
  why: 'On leave.',
})`,
  startTask: `const task = await client.tasks.start(caseId, taskId)`,
  holdTask: `const days = 14
const until = new Date(Date.now() + days * 86_400_000).toISOString()
await client.tasks.hold(caseId, taskId, {
  until,
  why: 'A reply is expected.',
})`,
  resumeTask: `const days = 14
const until = new Date(Date.now() + days * 86_400_000).toISOString()
await client.tasks.hold(caseId, taskId, { until, why: 'A reply.' })
await client.tasks.resume(caseId, taskId, 'The reply is here.')`,
  completeTask: `await client.tasks.complete(caseId, taskId, {
  outcome: 'assigned',
  assignee: { person: username },
})`,
  cancelTask: `const { id } = await client.tasks.open(caseId, {
  parentId: taskId,
  type: 'supportAction',
})
await client.tasks.cancel(caseId, id, 'It is not needed any more.')`,
  instructTask: `const text = 'Please ask for the 1994 records.'
await client.tasks.instruct(caseId, taskId, text)`,
  routeMail: `const task = await client.tasks.routeMail(caseId, {
  mailType: 'extensionRequest',
})
console.log(task.assignee?.name)`,
  findTasks: `const { tasks, next } = await client.tasks.find({
  assignees: ['me', 'myTeams'],
  sort: 'deadline',
})
for (const { docketNumber, label } of tasks) {
  console.log(docketNumber, label)
}`,
  startReassignment: `const { id } = await client.tasks.reassign({
  tasks: [{ caseId, taskId }],
  to: { team: 'adjudicators' },
  why: 'On leave.',
})`,
  getReassignment: `const { moved, waiting, refused } =
  await client.tasks.reassignment(reassignmentId)`,

  checkDocket: `const broken = await client.tasks.health()
for (const { caseId, sentence } of broken) console.log(caseId, sentence)`,

  listQueues: `const queues = await client.queues.list()
for (const { name, count } of queues) console.log(name, count.tasks)`,
  saveQueue: `const queue = await client.queues.save({
  name: 'Overdue drafts',
  query: { types: ['drafting'], isOverdue: true },
})`,
  getQueue: `const { name, query } = await client.queues.get('mine')`,
  changeQueue: `await client.queues.change(queueId, {
  name: 'Old letters',
  query: { types: ['letter'], leastAgeDays: 60 },
})`,
  removeQueue: `await client.queues.remove(queueId)`,
  listQueueTasks: `const { tasks, next } = await client.queues.tasks('mine')
for (const { docketNumber, label } of tasks) {
  console.log(docketNumber, label)
}`,
  takeNextTask: `const task = await client.queues.next(queueId)
console.log(task ? task.docketNumber : 'Nothing waits.')`,
  listRanking: `const { cases } = await client.distribution.ranking()
for (const { rank, docketNumber, why } of cases) {
  console.log(rank, docketNumber, why)
}`,
  askForCases: `const { cases } = await client.distribution.ask(memberId)
for (const { docketNumber, why } of cases) console.log(docketNumber, why)`,
  listRuns: `const { runs } = await client.distribution.runs()
for (const { at, member, given } of runs) console.log(at, member.name, given)`,
  getRun: `const { levers, cases } = await client.distribution.run(runId)`,
  simulateLevers: `const { moved } = await client.distribution.simulate({
  batchPerDrafter: 5,
})`,

  listSessions: `const sessions = await client.sessions.list(caseId)`,
  requestSession: `const session = await client.sessions.request(caseId, {
  kind: 'video',
})`,
  placeSession: `const days = 60
const startsAt = new Date(Date.now() + days * 86_400_000).toISOString()
await client.sessions.place(caseId, sessionId, {
  slot: { startsAt, minutes: 60, timeZone: 'America/New_York' },
})`,
  endSession: `await client.sessions.end(caseId, sessionId, {
  outcome: 'withdrawn',
  why: 'By letter of 2 March.',
})`,

  listParties: `const parties = await client.parties.list(caseId)`,
  getParty: `const party = await client.parties.get(caseId, partyId)`,
  writeParty: `const party = await client.parties.write(caseId, partyId, {
  role: 'appellant',
  person: { firstName: 'Ada', lastName: 'Byron' },
  contact: { emails: ['ada@example.org'], preferred: 'email' },
})`,
  removeParty: `await client.parties.remove(caseId, partyId, {
  why: 'Recorded on the wrong case.',
})`,
  listPartyHistory: `const { events } = await client.parties.history(caseId, partyId)
for (const { at, type, actor } of events) console.log(at, type, actor.name)`,
  setRepresentation: `await client.parties.write(caseId, 'party_legal_aid', {
  role: 'representative',
  organization: 'Veterans Legal Aid',
})
await client.parties.represent(caseId, partyId, {
  representativeId: 'party_legal_aid',
  powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
})`,
  revokeRepresentation: `await client.parties.revoke(caseId, partyId, {
  why: 'By letter of 2 March.',
})`,
  mergeParty: `await client.parties.write(caseId, 'party_twice', {
  role: 'appellant',
  person: { firstName: 'Ada', lastName: 'Byron' },
})
const party = await client.parties.merge(caseId, 'party_twice', partyId)`,

  listAccessGrants: `const grants = await client.accessGrants.list(caseId)
for (const { username, isInForce } of grants) console.log(username, isInForce)`,
  grantAccess: `const [document] = await client.documents.list(caseId)
await client.parties.write(caseId, 'party_legal_aid', {
  role: 'representative',
  organization: 'Veterans Legal Aid',
})
await client.parties.represent(caseId, partyId, {
  representativeId: 'party_legal_aid',
  powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
})
const { member } = await client.invitations.invite({
  email: \`counsel-of-\${caseId}@example.org\`,
  roles: ['representative'],
})
const grant = await client.accessGrants.grant(caseId, {
  memberId: member.id,
  partyId,
  documentId: document.id,
})`,
  withdrawAccess: `const [grant] = await client.accessGrants.list(caseId)
await client.accessGrants.withdraw(caseId, grant.id, {
  why: 'They left the firm.',
})`,

  getMe: `const { roles, teams, actions } = await client.me.get()`,
  listDirectory: `const { people } = await client.directory.list({ role: 'adjudicator' })
for (const { displayName, username } of people) console.log(displayName, username)`,
  listMembers: `const { members } = await client.members.list({ limit: 20 })`,
  getMember: `const { username, roles } = await client.members.get(memberId)`,
  changeMember: `const member = await client.members.change(memberId, {
  teams: ['adjudicators'],
  clearance: 3,
})`,
  deactivateMember: `const { member } = await client.invitations.invite({
  email: 'leaver@example.org',
  roles: ['drafter'],
})
await client.members.deactivate(member.id)`,
  reactivateMember: `const member = await client.members.reactivate(memberId)`,
  listMemberChanges: `const { changes } = await client.members.changes(memberId)
for (const { at, by, change } of changes) console.log(at, by.name, change.kind)`,
  inviteAgain: `const { link, expiresAt } = await client.members.inviteAgain(memberId)`,
  listTeams: `for (const { label, members } of await client.teams.list()) {
  console.log(label, members.length)
}`,
  listInvitations: `const open = await client.invitations.list()`,
  inviteMember: `const { link, member } = await client.invitations.invite({
  email: 'charles@example.org',
  roles: ['drafter'],
  teams: ['drafters'],
})`,
  withdrawInvitation: `const { member } = await client.invitations.invite({
  email: 'mistaken@example.org',
  roles: ['drafter'],
})
const open = await client.invitations.list()
const mistaken = open.find(({ memberId }) => memberId === member.id)
await client.invitations.withdraw(mistaken.id)`,

  listIssues: `const { issues } = await client.issues.list(caseId)
for (const { description, decision } of issues) {
  console.log(description, decision?.disposition)
}`,
  getIssue: `const issue = await client.issues.get(caseId, issueId)`,
  addIssue: `const issue = await client.issues.add(caseId, {
  issueType: 'serviceConnection',
  benefitType: 'compensation',
  description: 'Service connection for tinnitus',
})`,
  editIssue: `await client.issues.edit(caseId, issueId, {
  scope: 'The rating before 2019',
})`,
  orderIssues: `const { issues } = await client.issues.list(caseId)
const ids = issues.map((issue) => issue.id)
await client.issues.arrange(caseId, ids.reverse())`,
  decideIssue: `await client.issues.decide(caseId, issueId, {
  disposition: 'allowed',
})`,
  undecideIssue: `await client.issues.undecide(caseId, issueId)`,
  splitIssue: `const issueType = 'serviceConnection'
await client.issues.split(caseId, issueId, [
  { issueType, description: 'Left knee' },
  { issueType, description: 'Right knee' },
])`,
  mergeIssues: `const { id } = await client.issues.add(caseId, {
  issueType: 'serviceConnection',
})
await client.issues.merge(caseId, issueId, { issueIds: [id] })`,
  removeIssue: `await client.issues.remove(caseId, issueId, {
  how: 'withdrawn',
  why: 'Withdrawn in the letter of 2 March.',
})`,
  restoreIssue: `await client.issues.remove(caseId, issueId, {
  how: 'withdrawn',
  why: 'By telephone.',
})
await client.issues.restore(caseId, issueId)`,
  listEvidence: `const evidence = await client.issues.evidence(caseId, issueId)
for (const { anchor, check } of evidence) {
  console.log(anchor.page, check.status)
}`,
  citeEvidence: `const citation = await client.issues.cite(caseId, issueId, {
  page: 1,
  quote: 'gave way in 1998',
})`,
  removeCitation: `await client.issues.uncite(caseId, issueId, citationId)`,
  listPageCitations: `const { citations, inTexts } = await client.issues.citing(caseId, 1)`,
  checkAnchors: `const { anchor } = await client.issues.cite(caseId, issueId, {
  page: 1,
})
const [check] = await client.issues.check(caseId, [anchor])
console.log(check?.status)`,

  listWorkProducts: `const products = await client.workProducts.list(caseId)
for (const { title, status } of products) console.log(title, status)`,
  draftWorkProduct: `await client.workProducts.discard(
  caseId,
  workProductId,
  'Begun anew.',
)
const draft = await client.workProducts.draft(caseId, {
  from: workProductId,
})`,
  getWorkProduct: `const { status, content } = await client.workProducts.get(
  caseId,
  workProductId,
)`,
  saveWorkProduct: `const { version, content } = await client.workProducts.get(
  caseId,
  workProductId,
)
const text = 'It is so ordered.'
await client.workProducts.save(caseId, workProductId, {
  baseVersion: version,
  content: {
    ...content,
    closing: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  },
})`,
  listWorkProductVersions: `const { versions } = await client.workProducts.versions(
  caseId,
  workProductId,
)`,
  getWorkProductVersion: `const { title, content } = await client.workProducts.version(
  caseId,
  workProductId,
  1,
)`,
  listComments: `const comments = await client.workProducts.comments(
  caseId,
  workProductId,
)`,
  addComment: `await client.workProducts.comment(caseId, workProductId, {
  text: 'Is that so?',
  place: { part: 'issue', issueId, block: 0 },
})`,
  setCommentResolved: `await client.workProducts.setResolved(
  caseId,
  workProductId,
  commentId,
  true,
)`,
  submitWorkProduct: `const version = 1
await client.workProducts.submit(caseId, workProductId, version)`,
  returnWorkProduct: `const version = 1
await client.workProducts.return(caseId, workProductId, version, [
  'Cite the examination.',
])`,
  discardWorkProduct: `const why = 'Another draft is better.'
await client.workProducts.discard(caseId, workProductId, why)`,
  getBlockers: `const { maySign, blockers, warnings } =
  await client.workProducts.blockers(caseId, workProductId)
for (const { sentence } of blockers) console.log(sentence)`,
  previewWorkProduct: `const { sections, citations } = await client.workProducts.preview(
  caseId,
  workProductId,
)`,
  signWorkProduct: `const version = 1
const { packageSha256 } = await client.workProducts.sign(
  caseId,
  workProductId,
  version,
)`,
  releaseWorkProduct: `await client.workProducts.release(caseId, workProductId)`,
  recallWorkProduct: `const why = 'A page was missed.'
await client.workProducts.recall(caseId, workProductId, why)`,
  getDecisionPackage: `const { sha256, package: decision } = await client.decisions.get(caseId)
for (const { description, disposition } of decision.dispositions) {
  console.log(description, disposition.label)
}`,
  getDecisionFile: `const types = ['workProduct.sealed']
for await (const event of client.cases.watch(caseId, { types })) {
  const content = await client.decisions.file(caseId)
  const pdf = await new Response(content.stream).blob()
  break
}`,
  listDeliveries: `const deliveries = await client.deliveries.list(caseId)
for (const { partyId, status } of deliveries) console.log(partyId, status)`,
  receiptDelivery: `await client.deliveries.receipt(caseId, deliveryId, {
  channel: 'mail',
  sentAt: new Date().toISOString(),
})`,
  failDelivery: `const why = 'Nobody lives there any more.'
await client.deliveries.fail(caseId, deliveryId, why)`,
  reportEffectuation: `const why = 'The account is closed.'
await client.decisions.reportEffectuation(caseId, { result: 'failed', why })`,

  getProfile: `const { version, profile } = await client.profile.get()`,
  saveProfile: `const { version, profile } = await client.profile.get()
await client.profile.save(
  { ...profile, label: 'Board of appeals' },
  'The board has a new name.',
  { ifMatch: version.number },
)`,
  tryProfile: `const { profile } = await client.profile.get()
const { wouldApply, faults, tasks } = await client.profile.try({
  ...profile,
  label: 'Board of appeals',
})`,
  listProfileVersions: `const { versions } = await client.profile.versions()
for (const { number, createdBy, why } of versions) {
  console.log(number, createdBy, why)
}`,
  getProfileVersion: `const { profile } = await client.profile.version(1)`,
  getProfileChanges: `const { changes } = await client.profile.changes(1, { from: 1 })`,
  restoreProfile: `const why = 'Back to how it was.'
await client.profile.restore(1, why)`,

  setSensitivity: `await client.custody.setSensitivity(caseId, {
  level: 3,
  why: 'Protected records.',
})`,
  listLegalHolds: `const holds = await client.custody.holds(caseId)`,
  placeLegalHold: `const why = 'Litigation is expected.'
const hold = await client.custody.hold(caseId, why)`,
  liftLegalHold: `const why = 'The court has decided.'
await client.custody.lift(caseId, holdId, why)`,
  listDueCases: `const { cases } = await client.custody.due()
for (const { docketNumber, dueAt } of cases) console.log(docketNumber, dueAt)`,
  purgeCase: `// A closed case, before its time is over.
await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
const tombstone = await client.custody.purge(caseId, {
  order: { why: 'Order 26-117.' },
})`,
  getTombstone: `const { tombstones } = await client.custody.tombstones()
for (const { caseId } of tombstones) {
  console.log(await client.custody.tombstone(caseId))
}`,
  listTombstones: `const { tombstones } = await client.custody.tombstones()
for (const { docketNumber, purgedAt } of tombstones) {
  console.log(docketNumber, purgedAt)
}`,
} as const satisfies Partial<Record<RouteName, string>>
