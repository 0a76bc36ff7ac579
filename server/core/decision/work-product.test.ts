import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { alice, bob, callBy, given, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { type Prepared, type WorkProductCommand, workProducts } from './work-product.ts'

const sha = (letter: string) => letter.repeat(64)
const of = { caseId: 'case_1', workProductId: 'product_1' }
const subject = 'product_1'
const text = { contentSha256: sha('a'), issueIds: ['issue_1'] }
const ids = { workProductId: 'product_1' }

const drafted: Fact = {
  type: 'workProduct.drafted',
  subject,
  data: { ...ids, version: 1, title: 'Decision', ...text },
}
const saved = (version: number): Fact => ({
  type: 'workProduct.saved',
  subject,
  data: { ...ids, version, title: 'Decision', contentSha256: sha('b'), issueIds: ['issue_1'] },
})
const submitted: Fact = { type: 'workProduct.submitted', subject, data: { ...ids, version: 1 } }
const commented = (commentId: string, inReplyTo?: string): Fact => ({
  type: 'workProduct.commented',
  subject,
  data: {
    ...ids,
    commentId,
    version: 1,
    textSha256: sha('c'),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
  },
})
const signedData = {
  ...ids,
  version: 1,
  contentSha256: sha('a'),
  packageSha256: sha('d'),
  dispositions: [{ issueId: 'issue_1', disposition: 'allowed', reasons: [] }],
  recipients: ['party_1'],
  warnings: ['documentsUnread'],
}
const signed: Fact = { type: 'workProduct.signed', subject, data: signedData }
const released: Fact = { type: 'workProduct.released', subject, data: { ...ids, packageSha256: sha('d') } }
const cleared: Fact = { type: 'workProduct.cleared', subject, data: { ...ids, packageSha256: sha('d') } }
const recalled: Fact = {
  type: 'workProduct.recalled',
  subject,
  data: { ...ids, packageSha256: sha('d'), wasReleased: true, why: 'wrong' },
}
const discarded: Fact = { type: 'workProduct.discarded', subject, data: { ...ids, why: 'begun anew' } }
const sealed: Fact = {
  type: 'workProduct.sealed',
  subject,
  data: { ...ids, packageSha256: sha('d'), sha256: sha('e'), bytes: 9 },
}

const after = (...facts: Fact[]) => given(workProducts, recorded(facts))

describe('drafting', () => {
  const draft: WorkProductCommand = { ...of, type: 'draft', title: ' Decision ', ...text }

  it('begins with version 1', () => {
    after().when(draft).then([drafted])
  })

  it('is refused while another is being written', () => {
    const other = { ...draft, workProductId: 'product_2' }
    after(drafted)
      .when(other)
      .thenRefused('stateForbids', /already has an unfinished work product/)
    after(drafted, submitted)
      .when(other)
      .thenRefused('stateForbids', /already has an unfinished work product/)
  })

  it('is refused while another is in force, and may begin again once that is recalled', () => {
    const other = { ...draft, workProductId: 'product_2' }
    after(drafted, submitted, signed, released)
      .when(other)
      .thenRefused('stateForbids', /recall it before/)
    after(drafted, submitted, signed, released, recalled)
      .when(other)
      .then([
        { ...drafted, subject: 'product_2', data: { ...drafted.data, workProductId: 'product_2' } } as Fact,
      ])
  })

  it('is refused for an id that was used', () => {
    after(drafted, discarded)
      .when(draft)
      .thenRefused('conflict', /already exists/)
  })
})

describe('saving', () => {
  const save = {
    ...of,
    type: 'save' as const,
    baseVersion: 1,
    contentSha256: sha('b'),
    issueIds: ['issue_1'],
    mayEditInReview: false,
  }

  it('makes the next version', () => {
    after(drafted)
      .when(save)
      .then([saved(2)])
    after(drafted)
      .when({ ...save, title: 'Order' })
      .then([{ ...saved(2), data: { ...saved(2).data, title: 'Order' } } as Fact])
  })

  it('of the same text makes none', () => {
    after(drafted)
      .when({ ...save, contentSha256: sha('a') })
      .then([])
  })

  it('is refused on a version that is not the last', () => {
    after(drafted, saved(2))
      .when(save)
      .thenRefused('conflict', /at version 2, not 1/)
  })

  it('is for the reviewer alone while it is in review', () => {
    after(drafted, submitted)
      .when(save)
      .thenRefused('stateForbids', /only by its reviewer/)
    after(drafted, submitted)
      .when({ ...save, mayEditInReview: true })
      .then([saved(2)])
  })

  it('is refused once it is signed, recalled or discarded', () => {
    after(drafted, submitted, signed)
      .when(save)
      .thenRefused('stateForbids', /is signed: it can no longer be changed/)
    after(drafted, submitted, signed, released, recalled)
      .when(save)
      .thenRefused('stateForbids', /is recalled/)
    after(drafted, discarded)
      .when(save)
      .thenRefused('stateForbids', /is discarded/)
  })

  it('of what is not there is refused', () => {
    after()
      .when(save)
      .thenRefused('notFound', /no such work product/)
    after()
      .when({ ...save, workProductId: '__proto__' })
      .thenRefused('notFound', /no such work product/)
  })
})

describe('review', () => {
  const submit: WorkProductCommand = { ...of, type: 'submit', version: 1 }
  const giveBack: WorkProductCommand = { ...of, type: 'return', version: 1, reasonsSha256: sha('f') }

  it('begins by submitting, once', () => {
    after(drafted).when(submit).then([submitted])
    after(drafted, submitted).when(submit).then([])
  })

  it('is of the version that was looked at', () => {
    after(drafted, saved(2))
      .when(submit)
      .thenRefused('conflict', /at version 2/)
    after(drafted, submitted, saved(2))
      .when(giveBack)
      .thenRefused('conflict', /at version 2/)
  })

  it('may end by a return, after which it is a draft again', () => {
    const returned: Fact = {
      type: 'workProduct.returned',
      subject,
      data: { ...ids, version: 1, reasonsSha256: sha('f') },
    }
    after(drafted, submitted).when(giveBack).then([returned])
    after(drafted, submitted, returned)
      .when(giveBack)
      .thenRefused('stateForbids', /not in review/)
    after(drafted, submitted, returned).when(submit).then([submitted])
  })

  it('is over once it is signed', () => {
    after(drafted, submitted, signed)
      .when(submit)
      .thenRefused('stateForbids', /is signed/)
    after(drafted, submitted, signed)
      .when(giveBack)
      .thenRefused('stateForbids', /is signed/)
  })
})

describe('a comment', () => {
  const comment = { ...of, type: 'comment' as const, commentId: 'comment_1', textSha256: sha('c') }
  const settle = (resolved: boolean, commentId = 'comment_1'): WorkProductCommand => ({
    ...of,
    type: 'setResolved',
    commentId,
    resolved,
  })

  it('is made on the version that there is', () => {
    after(drafted)
      .when(comment)
      .then([commented('comment_1')])
  })

  it('is answered where its thread began', () => {
    const reply = { ...comment, commentId: 'comment_2', inReplyTo: 'comment_1' }
    after(drafted, commented('comment_1'))
      .when(reply)
      .then([commented('comment_2', 'comment_1')])
    after(drafted, commented('comment_1'), commented('comment_2', 'comment_1'))
      .when({ ...reply, commentId: 'comment_3', inReplyTo: 'comment_2' })
      .thenRefused('invalid', /first comment of the thread, comment_1/)
    after(drafted)
      .when(reply)
      .thenRefused('notFound', /no such comment/)
    after(drafted, commented('comment_1'))
      .when({ ...reply, place: { part: 'opening' } })
      .thenRefused('invalid', /place must be left out of a reply/)
  })

  it('names an issue where it is about the section of one, and only there', () => {
    const refused = /place.issueId must be given for the part issue/
    after(drafted)
      .when({ ...comment, place: { part: 'issue' } })
      .thenRefused('invalid', refused)
    after(drafted)
      .when({ ...comment, place: { part: 'closing', issueId: 'issue_1' } })
      .thenRefused('invalid', refused)
  })

  it('is settled and opened again by the one that began the thread, once each', () => {
    const resolved: Fact = {
      type: 'workProduct.commentResolved',
      subject,
      data: { ...ids, commentId: 'comment_1' },
    }
    const reopened: Fact = { ...resolved, type: 'workProduct.commentReopened' } as Fact
    const thread = [drafted, commented('comment_1'), commented('comment_2', 'comment_1')]
    after(...thread)
      .when(settle(true))
      .then([resolved])
    after(...thread, resolved)
      .when(settle(true))
      .then([])
    after(...thread, resolved)
      .when(settle(false))
      .then([reopened])
    after(...thread)
      .when(settle(true, 'comment_2'))
      .thenRefused('invalid', /Only the first comment of a thread/)
    after(...thread)
      .when(settle(true, 'comment_9'))
      .thenRefused('notFound', /no such comment/)
  })

  it('is not made on what is signed', () => {
    after(drafted, submitted, signed)
      .when(comment)
      .thenRefused('stateForbids', /can no longer be changed/)
  })
})

describe('signing', () => {
  const { packageSha256, dispositions, recipients, warnings } = signedData
  const prepared: Prepared = { blockers: [], shown: 'a', packageSha256, dispositions, recipients, warnings }
  const sign = { ...of, type: 'sign' as const, version: 1, prepared }
  const laterReleased = {
    ...callBy(bob),
    profile: { ...defaultProfile, workProducts: { release: 'afterQualityReview' as const } },
  }

  it('freezes what was prepared, and clears it where the profile does so at once', () => {
    after(drafted, submitted).when(sign, callBy(bob)).then([signed, cleared])
  })

  it('leaves the release to quality review where the profile asks for that', () => {
    after(drafted, submitted).when(sign, laterReleased).then([signed])
  })

  it('is for a person: what another system asks for is refused, whatever it may do otherwise', () => {
    for (const id of ['mem_archive', 'binding_output_main']) {
      const system = { id, name: 'archive', kind: 'integration' as const }
      after(drafted, submitted)
        .when(sign, callBy(system))
        .thenRefused('forbidden', /^A decision must be signed by a person/)
    }
  })

  it('has one winner', () => {
    after(drafted, submitted, signed)
      .when(sign, callBy(alice))
      .thenRefused('conflict', /already signed/)
    after(drafted, submitted, signed, released)
      .when(sign)
      .thenRefused('conflict', /already signed/)
  })

  it('is refused for a draft, a version that is not the last, and what is at an end', () => {
    after(drafted)
      .when(sign)
      .thenRefused('stateForbids', /submit it for review/)
    after(drafted, submitted, saved(2))
      .when(sign)
      .thenRefused('conflict', /at version 2/)
    after(drafted, submitted, signed, recalled)
      .when(sign)
      .thenRefused('stateForbids', /is recalled/)
    after(drafted, discarded)
      .when(sign)
      .thenRefused('stateForbids', /is discarded/)
  })

  it('is refused while something stands in the way, with the first of it and how much more there is', () => {
    const blocker = { code: 'issueUndecided', sentence: 'Issue 1, “Tinnitus”, is not decided.' }
    const blocked = (count: number) => ({
      ...sign,
      prepared: { ...prepared, blockers: Array.from({ length: count }, () => blocker) },
    })
    after(drafted, submitted)
      .when(blocked(1))
      .thenRefused('stateForbids', /^Issue 1, “Tinnitus”, is not decided\.$/)
    after(drafted, submitted)
      .when(blocked(2))
      .thenRefused('stateForbids', /decided\. There is 1 more blocker/)
    after(drafted, submitted)
      .when(blocked(3))
      .thenRefused('stateForbids', /decided\. There are 2 more blockers/)
  })
})

describe('what was signed', () => {
  const release: WorkProductCommand = { ...of, type: 'release' }
  const recall: WorkProductCommand = { ...of, type: 'recall', why: ' wrong ' }
  const seal: WorkProductCommand = {
    ...of,
    type: 'seal',
    packageSha256: sha('d'),
    sha256: sha('e'),
    bytes: 9,
  }

  it('is released once, when it is cleared and sealed, whichever comes last', () => {
    const ready: WorkProductCommand = { ...of, type: 'releaseIfReady' }
    after(drafted, submitted, signed).when(release).then([cleared])
    after(drafted, submitted, signed, cleared).when(release).then([])
    after(drafted, submitted, signed, sealed).when(release).then([cleared, released])
    after(drafted, submitted, signed, cleared).when(ready).then([])
    after(drafted, submitted, signed, sealed).when(ready).then([])
    after(drafted, submitted, signed, cleared, sealed).when(ready).then([released])
    after(drafted, submitted, signed, cleared, sealed, released).when(ready).then([])
    after(drafted, submitted, signed, cleared, recalled, sealed).when(ready).then([])
    after(drafted, submitted, signed, released).when(release).then([])
    after(drafted, submitted)
      .when(release)
      .thenRefused('stateForbids', /this one is in review/)
    after(drafted, submitted, signed, recalled)
      .when(release)
      .thenRefused('stateForbids', /this one is recalled/)
  })

  it('is recalled with a reason, and the event says whether it may have arrived', () => {
    const data = { ...ids, packageSha256: sha('d'), wasReleased: false, why: 'wrong' }
    after(drafted, submitted, signed)
      .when(recall)
      .then([{ type: 'workProduct.recalled', subject, data }])
    after(drafted, submitted, signed, released).when(recall).then([recalled])
    after(drafted, submitted, signed, recalled).when(recall).then([])
    after(drafted)
      .when(recall)
      .thenRefused('stateForbids', /this one is a draft/)
  })

  it('is sealed once, with the package it was signed with, and even after a recall', () => {
    after(drafted, submitted, signed).when(seal).then([sealed])
    after(drafted, submitted, signed, recalled).when(seal).then([sealed])
    after(drafted, submitted, signed, sealed).when(seal).then([])
    after(drafted, submitted, signed)
      .when({ ...seal, packageSha256: sha('9') })
      .thenRefused('stateForbids', /not signed with this package/)
    after(drafted)
      .when(seal)
      .thenRefused('stateForbids', /not signed with this package/)
  })
})

describe('a draft', () => {
  const discard: WorkProductCommand = { ...of, type: 'discard', why: 'begun anew' }

  it('is discarded once, and nothing else is', () => {
    after(drafted).when(discard).then([discarded])
    after(drafted, submitted).when(discard).then([discarded])
    after(drafted, discarded).when(discard).then([])
    after(drafted, submitted, signed)
      .when(discard)
      .thenRefused('stateForbids', /is signed/)
  })
})
