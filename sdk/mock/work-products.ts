import * as rules from '../generated/rules.js'
import type {
  Anchor,
  AnchorCheck,
  Comment,
  DecisionPackageDetail,
  NewOperations,
  NewWorkProductContent,
  BoilerplateReference as Reference,
  WorkProductChanged,
  WorkProductContent,
  WorkProductSummary,
  WorkProductVersionDetail,
} from '../generated/types.ts'
import { msLater } from '../time.ts'
import { boilerplateHandlers } from './boilerplate.ts'
import { openDrafts, refuseNewSections } from './drafts.ts'
import { defined, type Logged, type Loose, refusal } from './engine.ts'
import { pdfOf, served } from './file.ts'
import type { Command } from './forwards.ts'
import { anchorFor, checkOf, citationsOf, issuesOf, type NewAnchor } from './issues.ts'
import { partiesOf } from './parties.ts'
import { proposalHandlers } from './proposals.ts'
import { caseOf, documentsOf, isCurrent } from './records.ts'
import { sha256Hex } from './sha256.ts'
import { type Handlers, pageOf, type World } from './world.ts'

const proofLifetimeMs = 600_000

type Overriding = { override?: string | undefined; mayOverride: boolean }
type Changed = WorkProductChanged['workProduct']
type Step = WorkProductSummary['drafted']
type Done<Type> = Step & { data: Extract<Logged, { type: Type }>['data'] }
type Version = WorkProductVersionDetail['version']

/** Decisions from the first draft to the signature, and the package that it freezes. */
export function playWorkProducts(world: World) {
  const { workProducts } = rules
  /** Texts and packages by their hash, as events name them. */
  const kept = new Map<string, unknown>()
  const keep = (value: unknown) => {
    const text = rules.canonicalJson(value)
    kept.set(sha256Hex(text), structuredClone(value))
    return sha256Hex(text)
  }

  const eventsOf = (caseId: string, workProductId: string) =>
    world
      .eventsOf(caseId)
      .filter(
        ({ type, data }) =>
          type.startsWith('workProduct.') && 'workProductId' in data && data.workProductId === workProductId,
      )

  function found(caseId: string, workProductId: string): rules.Product {
    world.opening(caseId)
    const { products } = world.stateIn(workProducts, caseId)
    const product = products[workProductId]
    if (!product) throw refusal('notFound', 'There is no such work product in this case.')
    return product
  }
  function changed(caseId: string, id: string): Changed {
    const { title, status, version, packageSha256 } = found(caseId, id)
    return defined<Changed>({ id, title, status, version, packageSha256: packageSha256 ?? undefined })
  }
  const change = (command: Loose<Extract<rules.WorkProductCommand, { workProductId: string }>>) => {
    world.change(workProducts, command)
    return changed(command.caseId, command.workProductId)
  }
  function versionsOf(caseId: string, workProductId: string): Version[] {
    found(caseId, workProductId)
    return eventsOf(caseId, workProductId)
      .filter((event) => event.type === 'workProduct.drafted' || event.type === 'workProduct.saved')
      .map(({ data: { version, title, contentSha256 }, actor, at }) => {
        const content = kept.get(contentSha256) as WorkProductContent
        return { version, title, contentSha256, saved: { by: actor, at }, content }
      })
      .reverse()
  }
  function commentsOf(caseId: string, workProductId: string): Comment[] {
    const events = eventsOf(caseId, workProductId)
    const { content } = drafts.draftOf(caseId, workProductId).text
    const settled = events.filter(
      (event) => event.type === 'workProduct.commentResolved' || event.type === 'workProduct.commentReopened',
    )
    return events
      .filter((event) => event.type === 'workProduct.commented')
      .map(({ data, actor, at }) => {
        const { commentId: id, workProductId: _, textSha256, placeSha256, mentions, ...about } = data
        const on = kept.get(placeSha256 ?? '') as rules.WrittenOn | undefined
        const place = about.place && { ...about.place, ...(on?.quote ? { quote: on.quote } : {}) }
        const last = settled.findLast((event) => event.data.commentId === id)
        return defined<Comment>({
          ...{ id, ...about, text: kept.get(textSha256) as string, by: actor, at },
          ...(place ? { place, ...rules.commentNow(place, on, content) } : {}),
          mentions: mentions?.map((member) => ({ id: member, name: world.me.actor.name })),
          resolved:
            last?.type === 'workProduct.commentResolved' ? { by: last.actor, at: last.at } : undefined,
        })
      })
  }
  function summaryOf(caseId: string, id: string): WorkProductSummary {
    const { title, status, version } = found(caseId, id)
    const events = eventsOf(caseId, id)
    const done = <Type extends Logged['type']>(type: Type): Done<Type> | undefined => {
      const event = events.findLast((one) => one.type === type)
      if (!event) return undefined
      const { actor, onBehalfOf = actor, at, data } = event
      return { by: actor.kind === 'system' ? onBehalfOf : actor, at, data: data as Done<Type>['data'] }
    }
    const step = (type: Logged['type']) => {
      const { data: _, ...made } = done(type) ?? { data: {} }
      return 'by' in made ? made : undefined
    }
    const returned = done('workProduct.returned')
    const signed = done('workProduct.signed')
    const whyOf = (type: 'workProduct.discarded' | 'workProduct.recalled') => {
      const { by, at, data } = done(type) ?? {}
      return by && at && data ? { by, at, why: data.why } : undefined
    }
    return defined<WorkProductSummary>({
      ...{ id, title, status, version },
      drafted: step('workProduct.drafted') as Step,
      saved: (step('workProduct.saved') ?? step('workProduct.drafted')) as Step,
      submitted: step('workProduct.submitted'),
      returned: returned && {
        ...{ by: returned.by, at: returned.at },
        reasons: kept.get(returned.data.reasonsSha256) as string[],
      },
      signed: signed && { by: signed.by, at: signed.at, packageSha256: signed.data.packageSha256 },
      cleared: step('workProduct.cleared'),
      released: step('workProduct.released'),
      discarded: whyOf('workProduct.discarded'),
      recalled: whyOf('workProduct.recalled'),
      openComments: commentsOf(caseId, id).filter(({ inReplyTo, resolved }) => !inReplyTo && !resolved)
        .length,
      openProposals: openIn(caseId, id),
    })
  }

  /** Citations that were given as a page alone become anchors of the file as it stands, and every block gets its ID. */
  function resolved(
    caseId: string,
    content: NewWorkProductContent,
    before?: WorkProductContent,
  ): WorkProductContent {
    rules.checkText(content, world.profile.workProducts.parts)
    const whole = anchored<WorkProductContent>(caseId, content)
    const named = rules.withIds(whole, { before, makeId: () => world.newId('blk') })
    refuseWrongValues(caseId, referencesIn(named), before)
    return named
  }
  const referencesIn = (content: WorkProductContent) =>
    rules.referencesIn(content).map(({ reference }) => reference)

  /** What stood in the text before is not looked at again. */
  function refuseWrongValues(caseId: string, given: readonly Reference[], before?: WorkProductContent) {
    const filledIn = ({ entryId, version, values = {} }: Reference) =>
      rules.canonicalJson({ entryId, version, values })
    const known = new Set(before ? referencesIn(before).map(filledIn) : [])
    const faults = given.flatMap((reference): string[] => {
      if (!reference.values || known.has(filledIn(reference))) return []
      const { entryId, version, values } = reference
      const entry = world.taken.get(rules.entryKey(entryId, version))
      return entry
        ? rules.faultsOfValues(entry, values, partiesOf(world, caseId))
        : [
            `values must be of an entry of the library: version ${version} of ${entryId.slice(0, 100)} was never in it.`,
          ]
    })
    if (faults.length > 0) throw refusal('invalid', faults.slice(0, 10).join(' '))
  }
  const anchored = <Value>(caseId: string, value: unknown): Value => {
    const walk = (one: unknown): unknown => {
      if (Array.isArray(one)) return one.map(walk)
      if (typeof one !== 'object' || one === null) return one
      const run = one as { type?: string; anchor?: Anchor | NewAnchor }
      if (run.type === 'citation' && run.anchor && !('sha256' in run.anchor)) {
        return { ...run, anchor: anchorFor(world, caseId, run.anchor) }
      }
      return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]))
    }
    return walk(value) as Value
  }
  const drafts = openDrafts(world, {
    latestOf: (caseId, workProductId) => versionsOf(caseId, workProductId)[0] as Version,
    resolved: anchored,
    checked: refuseWrongValues,
  })
  const { openIn, handlers } = proposalHandlers(world, { drafts, eventsOf, found, kept, keep })
  const keptText = (caseId: string, workProductId: string) => {
    const { title, content } = versionsOf(caseId, workProductId)[0] as Version
    return { title, content }
  }
  /** What was typed since the last version, for the version that it becomes. */
  const unkeptOf = (caseId: string, workProductId: string) => {
    const { title, content } = drafts.draftOf(caseId, workProductId).text
    return { title, ...textOf(content) }
  }
  const textOf = (content: WorkProductContent) => ({
    contentSha256: keep(content),
    issueIds: content.issues.map(({ issueId }) => issueId),
  })

  function factsOfCase(caseId: string): rules.DecisionFacts['case'] {
    const { id, docketNumber, caseType, veteran, receiptDate, version } = caseOf(world, caseId)
    const hash = world.eventsOf(caseId).at(-1)?.hash ?? ''
    return { id, docketNumber, caseType, veteran, receiptDate, version, hash }
  }

  /** A case as a text on it would see it, without a text. */
  function caseFactsOf(caseId: string): rules.DecisionFacts {
    const cited = citationsOf(world, caseId)
    const { actor } = world.me
    const at = world.clock().toISOString()
    const { issues } = issuesOf(world, caseId)
    return {
      case: factsOfCase(caseId),
      words: world.profile,
      workProduct: { id: '', title: '', version: 1, contentSha256: '', draftedBy: actor, draftedAt: at },
      signature: { by: actor, name: actor.name, at },
      content: { opening: [], issues: [], closing: [] },
      issues: issues
        .filter(({ signedIn, status }) => signedIn === undefined && status !== 'sentBack')
        .map((issue) => ({
          ...issue,
          evidence: cited.filter(({ issueId }) => issueId === issue.id).map(({ anchor }) => anchor),
        })),
      documents: [],
      versions: new Map(),
      parties: partiesOf(world, caseId),
      checks: new Map(),
      openComments: 0,
    }
  }

  /** All that a signature would rest on, as it stands now. */
  function factsOf(caseId: string, workProductId: string) {
    const [latest] = versionsOf(caseId, workProductId)
    const { drafted, openComments, openProposals } = summaryOf(caseId, workProductId)
    if (!latest) throw refusal('notFound', 'There is no such work product in this case.')
    const at = world.clock().toISOString()
    const cited = citationsOf(world, caseId)
    const documents = documentsOf(world, caseId)
      .filter(isCurrent)
      .sort((a, b) => a.startPage - b.startPage)
      .map(
        ({ id: documentId, version, name, receiptDate, startPage, endPage, content, filedAt, readBy }) => ({
          ...{ documentId, version, name, receiptDate, startPage, endPage, content },
          filedMs: Date.parse(filedAt),
          readBy: [...readBy]
            .filter(([, mark]) => mark.read)
            .map(([id, mark]) => ({ id, name: mark.name, at: mark.at })),
        }),
      )
    const facts = {
      case: factsOfCase(caseId),
      words: world.profile,
      taken: world.taken,
      workProduct: {
        ...{
          id: workProductId,
          title: latest.title,
          version: latest.version,
          contentSha256: latest.contentSha256,
        },
        ...{ draftedBy: drafted.by, draftedAt: drafted.at },
      },
      signature: { by: world.me.actor, name: world.me.actor.name, at },
      content: drafts.draftOf(caseId, workProductId).text.content,
      issues: issuesOf(world, caseId).issues.map((issue) => ({
        ...issue,
        evidence: cited.filter(({ issueId }) => issueId === issue.id).map(({ anchor }) => anchor),
      })),
      documents,
      manifest: documents.map(({ filedMs: _, ...entry }) => entry),
      versions: new Map(documents.map((document) => [rules.versionKey(document), document])),
      parties: partiesOf(world, caseId),
      checks: new Map<string, AnchorCheck>(),
      openComments,
      openProposals,
      overrides: overridesOf(world.eventsOf(caseId)),
      openTasks: world.stateIn(rules.work, caseId).tasks,
    }
    for (const { anchor } of rules.citedAnchors(facts)) {
      facts.checks.set(rules.anchorKey(anchor), checkOf(world, caseId, anchor))
    }
    return { ...facts, held: rules.heldIn(facts) }
  }

  function prepared(caseId: string, workProductId: string, version: number, asked: Overriding) {
    const product = found(caseId, workProductId)
    const { text, version: last } = drafts.draftOf(caseId, workProductId)
    if (
      version === last &&
      rules.canonicalJson(text) !== rules.canonicalJson(keptText(caseId, workProductId))
    )
      throw refusal(
        'conflict',
        `The text was changed since version ${last}: keep it as a version, read that, and sign it.`,
      )
    if (product.status !== 'inReview' || product.version !== version) return undefined
    const { tasks } = world.stateIn(workProducts, caseId)
    const override =
      asked.override !== undefined && asked.mayOverride
        ? rules.signatureOverride({ tasks, context: world.contextNow() }, asked)
        : undefined
    const facts = {
      ...factsOf(caseId, workProductId),
      ...(override && {
        override: defined<NonNullable<rules.DecisionFacts['override']>>({
          why: override.why,
          holder: override.task?.assignee,
        }),
      }),
    }
    const findings = rules.findingsOf(facts)
    const { blockers, warnings } = findings
    const shown = rules.hashOfShown(facts, findings)
    if (blockers.length > 0)
      return { blockers, shown, packageSha256: '', dispositions: [], recipients: [], warnings: [] }
    const decision = rules.composePackage(facts, warnings, facts.manifest)
    return {
      blockers,
      shown,
      packageSha256: keep(decision),
      dispositions: decision.dispositions.map(({ issueId, disposition, reasons }) => ({
        ...{ issueId, disposition: disposition.name, reasons: reasons.map(({ reason }) => reason.name) },
      })),
      recipients: decision.recipients.map(({ partyId }) => partyId),
      warnings: warnings.map(({ code }) => code),
    }
  }

  const played: Handlers = {
    ...boilerplateHandlers(world, {
      factsOf: caseFactsOf,
      productsOf(caseId) {
        const { products } = world.stateIn(workProducts, caseId)
        return Object.keys(products).map((id) => ({
          summary: summaryOf(caseId, id),
          content: (versionsOf(caseId, id)[0] as Version).content,
        }))
      },
      textOf: (caseId, workProductId) => drafts.draftOf(caseId, workProductId).text.content,
    }),

    ...handlers,
    listWorkProducts({ caseId }) {
      world.opening(caseId)
      const { products } = world.stateIn(workProducts, caseId)
      return Object.keys(products)
        .reverse()
        .map((id) => summaryOf(caseId, id))
    },
    getWorkProduct({ caseId, workProductId }) {
      const summary = summaryOf(caseId, workProductId)
      const state = world.stateIn(workProducts, caseId)
      const caseWork = world.stateIn(rules.work, caseId)
      const offered = { context: world.contextNow(), allowed: world.allowed, caseWork }
      const { revision, text, pending } = drafts.draftOf(caseId, workProductId)
      const last = pending.at(-1)
      return {
        ...summary,
        title: text.title,
        revision,
        ...(last ? { changed: { by: last.by, at: last.at } } : {}),
        content: text.content,
        outline: rules.outlineOf(text.content, issuesOf(world, caseId), workProductId),
        actions: rules.productOffers({ caseId, workProductId }, state, offered),
      }
    },
    draftWorkProduct({ caseId, body: { title = 'Decision', content, from } }) {
      world.opening(caseId)
      if (content && from !== undefined)
        throw refusal('invalid', 'The body must have content or from, not both.')
      const decided = issuesOf(world, caseId).issues.filter(({ status }) => status === 'decided')
      const empty = {
        opening: [],
        issues: decided.map(({ id }) => ({ issueId: id, content: [] })),
        closing: [],
      }
      const given = content && resolved(caseId, content)
      if (given) refuseNewSections(world, caseId, { before: { issues: [] }, after: given })
      const copied = from === undefined ? empty : (versionsOf(caseId, from)[0]?.content as WorkProductContent)
      const workProductId = world.newId('product')
      return change({ type: 'draft', caseId, workProductId, title, ...textOf(given ?? copied) })
    },
    changeText: ({ caseId, workProductId, body }) => {
      const { tasks } = world.stateIn(workProducts, caseId)
      const acting = { tasks, context: world.contextNow() }
      rules.refuseUnlessEditable(found(caseId, workProductId), acting, world.isAdministrator)
      return drafts.change(caseId, workProductId, defined<NewOperations>(body))
    },
    listTextChanges: ({ caseId, workProductId }, { after, limit }) =>
      drafts.changes(caseId, workProductId, { after: Number(after ?? 0), limit }),
    keepVersion: ({ caseId, workProductId }) =>
      change({
        type: 'save',
        ...{ caseId, workProductId },
        baseVersion: found(caseId, workProductId).version,
        mayEditInReview: world.isAdministrator,
        ...unkeptOf(caseId, workProductId),
      }),
    saveWorkProduct({ caseId, workProductId, body: { content, base: _, ...given } }) {
      const { text: now, version } = drafts.draftOf(caseId, workProductId)
      const next = resolved(caseId, content, now.content)
      refuseNewSections(world, caseId, { before: now.content, after: next })
      const text = textOf(next)
      if (given.baseVersion === version)
        drafts.appendWhole(caseId, workProductId, { title: given.title ?? now.title, content: next })
      const mayEditInReview = world.isAdministrator
      return change({ type: 'save', caseId, workProductId, ...given, ...text, mayEditInReview })
    },
    listWorkProductVersions({ caseId, workProductId }, { after, limit = 100 }) {
      const versions = versionsOf(caseId, workProductId).map(({ content: _, ...version }) => version)
      return pageOf('versions', versions, ({ version }) => version, { after, limit })
    },
    getWorkProductVersion({ caseId, workProductId, version }) {
      const one = versionsOf(caseId, workProductId).find((each) => each.version === version)
      if (!one) throw refusal('notFound', 'There is no such version.')
      return one
    },
    listComments({ caseId, workProductId }) {
      found(caseId, workProductId)
      return commentsOf(caseId, workProductId)
    },
    addComment({ caseId, workProductId, body: { text, place: given, mentions = [], ...about } }) {
      const commentId = world.newId('comment')
      found(caseId, workProductId)
      const { content } = drafts.draftOf(caseId, workProductId).text
      const { place, on } = given ? rules.placeInText(given, content) : {}
      // The mock knows nobody but its member.
      const { id, name } = world.me.actor
      const stranger = mentions.find((one) => one !== id)
      if (stranger !== undefined)
        throw refusal(
          'invalid',
          `mentions must be IDs of members who see the drafts of the case: ${stranger} is none.`,
        )
      const isNamed = mentions.length > 0 || text.split(/\s+/).includes(`@${name}`)
      change({
        type: 'comment',
        ...{ caseId, workProductId, commentId, textSha256: keep(text), place, ...about },
        placeSha256: on && keep(on),
        mentions: isNamed ? [id] : undefined,
      })
      return commentsOf(caseId, workProductId).find(({ id }) => id === commentId) as Comment
    },
    returnWorkProduct: ({ caseId, workProductId, body: { reasons, ...given } }) =>
      change({
        type: 'return',
        ...{ caseId, workProductId, ...given },
        reasonsSha256: keep(reasons),
        unkept: unkeptOf(caseId, workProductId),
      }),
    getBlockers({ caseId, workProductId }) {
      const { status, version } = found(caseId, workProductId)
      if (!rules.isUnfinished(status)) {
        throw refusal('stateForbids', 'This work product is not being written, so it cannot be signed.')
      }
      const facts = factsOf(caseId, workProductId)
      const findings = rules.findingsOf(facts)
      return {
        version,
        revision: drafts.draftOf(caseId, workProductId).revision,
        shown: rules.hashOfShown(facts, findings),
        maySign: findings.blockers.length === 0,
        ...findings,
      }
    },
    previewWorkProduct({ caseId, workProductId }) {
      const { version } = found(caseId, workProductId)
      const facts = factsOf(caseId, workProductId)
      const shown = rules.hashOfShown(facts, rules.findingsOf(facts))
      const { sections, structure, authorities, citations, dispositions, recipients } = rules.composePackage(
        facts,
        [],
        [],
      )
      const placed = citations.map(({ status: _, ...citation }) => citation)
      return {
        version,
        revision: drafts.draftOf(caseId, workProductId).revision,
        shown,
        sections,
        layout: rules.layoutById(rules.layOut(sections, structure)),
        ...(authorities ? { authorities } : {}),
        citations: placed,
        dispositions,
        recipients,
        deliveredBy: [],
      }
    },
    previewWorkProductFile({ caseId, workProductId }) {
      const { status, version } = found(caseId, workProductId)
      if (!rules.isUnfinished(status))
        throw refusal('stateForbids', 'This work product is not being written: it has no draft to preview.')
      return served(pdfOf(`draft ${version}`), {
        name: `draft ${version}.pdf`,
        contentType: 'application/pdf',
      })
    },
    signWorkProduct({ caseId, workProductId, body: { version, ...given } }) {
      const asked = { ...given, mayOverride: world.isAdministrator }
      const signed = change({
        type: 'sign',
        ...{ caseId, workProductId, version, ...asked },
        prepared: prepared(caseId, workProductId, version, asked),
      })
      // The service seals in the background, and answers before: here the seal is there with the next call.
      const packageSha256 = String(signed.packageSha256)
      const paper = pdfOf(packageSha256)
      world.asTheService(workProducts, {
        type: 'seal',
        ...{ caseId, workProductId, packageSha256, sha256: sha256Hex(paper), bytes: paper.length },
      })
      return signed
    },
    openInEditor({ caseId, workProductId }) {
      found(caseId, workProductId)
      throw refusal('stateForbids', 'No other editor is bound to the authoring port: write it here.')
    },
    proveSigning({ caseId, workProductId, body: { version } }) {
      const { version: now } = found(caseId, workProductId)
      if (now !== version)
        throw refusal('conflict', `The work product is at version ${now}, not ${version}: read it again.`)
      const expiresAt = msLater(world.clock(), proofLifetimeMs).toISOString()
      return { proof: `proof of ${workProductId} at ${version}`, expiresAt }
    },
    getDecisionPackage({ caseId }, { workProductId }) {
      const signed = world
        .eventsOf(caseId)
        .filter((event) => event.type === 'workProduct.signed')
        .findLast(({ data }) => (workProductId ?? data.workProductId) === data.workProductId)
      world.opening(caseId)
      if (!signed) throw refusal('notFound', 'No decision has been signed on this case yet.')
      const { packageSha256: sha256, workProductId: id } = signed.data
      const { status, recalled } = summaryOf(caseId, id)
      const decision = kept.get(sha256) as DecisionPackageDetail['package']
      const { sections, structure } = decision
      return defined<DecisionPackageDetail>({
        ...{ sha256, position: signed.position, recalled, file: null, package: decision },
        status: status as DecisionPackageDetail['status'],
        layout: structure && rules.layoutById(rules.layOut(sections, structure)),
      })
    },
  }

  /** What was typed since the last version becomes one with the command that ends the draft. */
  function workProduct({ type, caseId, workProductId, ...more }: Command) {
    const id = String(workProductId)
    const endsDraft = type === 'submit' || type === 'discard'
    const unkept = endsDraft && { unkept: unkeptOf(caseId, id) }
    return change({ type, caseId, workProductId: id, ...more, ...unkept } as never)
  }

  return { handlers: played, workProduct }
}

/** What was done in the place of whoever held the task. */
function overridesOf(events: readonly Logged[]) {
  return events
    .filter((event) => event.type === 'override.used' || event.type === 'issue.overrideUsed')
    .map(({ data, actor, at }) => {
      const { taskId: _, type: __, ...used } = { taskId: '', type: '', ...data }
      return { ...used, by: actor, at }
    })
}
