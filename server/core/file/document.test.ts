import { describe, it } from 'node:test'
import type { Content, DuplicateRun } from '@portico/contract/documents'
import { alice, bob, callBy, given, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import type { DuplicatePolicy } from './case-file.ts'
import { type Anchor, type DocumentCommand, document } from './document.ts'

const content: Content = {
  sha256: 'a'.repeat(64),
  bytes: 1000,
  mediaType: 'application/pdf',
  firstPage: 1,
  pageCount: 4,
}
const filed: Fact = {
  type: 'document.filed',
  subject: 'doc_1',
  data: {
    documentId: 'doc_1',
    name: 'Rating decision',
    description: '',
    categories: ['procedural'],
    receiptDate: '2020-01-02',
    startPage: 7,
    endPage: 10,
    position: 2,
    content,
  },
}
const target = { caseId: 'case_1', documentId: 'doc_1' }
const tagged = (text: string): Fact => ({
  type: 'document.tagged',
  subject: 'doc_1',
  data: { documentId: 'doc_1', text },
})
const annotated: Fact = {
  type: 'document.annotated',
  subject: 'doc_1',
  data: { documentId: 'doc_1', annotationId: 'ann_1', page: 7 },
}

describe('tagging a document', () => {
  it('a tag is trimmed and recorded', () => {
    given(document, recorded([filed]))
      .when({ ...target, type: 'tag', text: '  nexus ' })
      .then([tagged('nexus')])
  })
  it('a tag that is there already changes nothing', () => {
    given(document, recorded([filed, tagged('nexus')]))
      .when({ ...target, type: 'tag', text: 'nexus' }, callBy(bob))
      .then([])
  })
  it('a tag of one or two dots is refused, one of three is a tag', () => {
    for (const text of ['.', '..', ' .. ']) {
      given(document, recorded([filed]))
        .when({ ...target, type: 'tag', text })
        .thenRefused('invalid', /must not be “\.” or “\.\.”/)
    }
    given(document, recorded([filed]))
      .when({ ...target, type: 'tag', text: '...' })
      .then([tagged('...')])
  })
  it('removing a tag needs a text', () => {
    given(document, recorded([filed]))
      .when({ ...target, type: 'untag', text: '  ' })
      .thenRefused('invalid', /text must not be blank/)
  })
  it('a tag named like a built-in property is a tag like any other', () => {
    for (const text of ['__proto__', 'constructor', 'toString']) {
      given(document, recorded([filed]))
        .when({ ...target, type: 'tag', text })
        .then([tagged(text)])
      given(document, recorded([filed, tagged(text)]))
        .when({ ...target, type: 'tag', text })
        .then([])
      given(document, recorded([filed]))
        .when({ ...target, type: 'untag', text })
        .then([])
    }
  })
  it('a blank tag is refused', () => {
    given(document, recorded([filed]))
      .when({ ...target, type: 'tag', text: ' \t' })
      .thenRefused('invalid', /text must not be blank/)
  })
  it('two hundred characters are a tag, and one more is refused', () => {
    given(document, recorded([filed]))
      .when({ ...target, type: 'tag', text: '😀'.repeat(200) })
      .then([tagged('😀'.repeat(200))])
    given(document, recorded([filed]))
      .when({ ...target, type: 'tag', text: 'x'.repeat(201) })
      .thenRefused('invalid', /at most 200/)
  })
  it('a document that was never filed is not found', () => {
    given(document, [])
      .when({ ...target, type: 'tag', text: 'nexus' })
      .thenRefused('notFound', /no such document/)
  })
  it('removing a tag is recorded once', () => {
    const untagged: Fact = {
      type: 'document.untagged',
      subject: 'doc_1',
      data: { documentId: 'doc_1', text: 'nexus' },
    }
    given(document, recorded([filed, tagged('nexus')]))
      .when({ ...target, type: 'untag', text: 'nexus' })
      .then([untagged])
    given(document, recorded([filed, tagged('nexus'), untagged]))
      .when({ ...target, type: 'untag', text: 'nexus' })
      .then([])
  })
})

describe('annotating a document', () => {
  const annotate = { ...target, type: 'annotate' as const, annotationId: 'ann_1' }

  it('an annotation keeps what it was given', () => {
    const given_ = { page: 10, x: 0.25, y: 1, comment: 'see here', relevantDate: '2020-02-29' }
    given(document, recorded([filed]))
      .when({ ...annotate, ...given_ })
      .then([{ ...annotated, data: { documentId: 'doc_1', annotationId: 'ann_1', ...given_ } } as Fact])
  })
  it('a page outside the document is refused with its range', () => {
    for (const page of [6, 11]) {
      given(document, recorded([filed]))
        .when({ ...annotate, page })
        .thenRefused('invalid', /between 7 and 10, the pages of this document/)
    }
  })
  it('a date that is not in the calendar is refused', () => {
    for (const relevantDate of ['2021-02-29', '2021-13-01', '21-01-01', 'yesterday']) {
      given(document, recorded([filed]))
        .when({ ...annotate, page: 7, relevantDate })
        .thenRefused('invalid', /relevantDate must be a real date/)
    }
  })
  it('a comment past ten thousand characters is refused', () => {
    given(document, recorded([filed]))
      .when({ ...annotate, page: 7, comment: 'x'.repeat(10_001) })
      .thenRefused('invalid', /10000/)
  })
  it('its author changes its words, for the same people', () => {
    const sight = { visibility: 'team' as const, teams: ['drafting'] }
    const events = recorded([filed, { ...annotated, data: { ...annotated.data, ...sight } } as Fact])
    const edit = { ...target, type: 'editAnnotation' as const, annotationId: 'ann_1' }
    const words = { comment: 'in 1998', relevantDate: '1998-04-30' }
    given(document, events)
      .when({ ...edit, ...words }, callBy(alice))
      .then([
        {
          type: 'document.annotationEdited',
          subject: 'doc_1',
          data: { documentId: 'doc_1', annotationId: 'ann_1', ...words, ...sight },
        },
      ])
    given(document, events)
      .when({ ...edit, ...words }, callBy(bob))
      .thenRefused('notFound', /You have no such annotation/)
    given(document, events)
      .when({ ...edit, annotationId: 'ann_2' }, callBy(alice))
      .thenRefused('notFound', /You have no such annotation/)
    given(document, events)
      .when({ ...edit, relevantDate: '2021-02-29' }, callBy(alice))
      .thenRefused('invalid', /relevantDate must be a real date/)
    given(document, events)
      .when({ ...edit, comment: 'x'.repeat(10_001) }, callBy(alice))
      .thenRefused('invalid', /10000/)
  })
  it('its author moves it within the document, nobody else', () => {
    const move = { ...target, type: 'moveAnnotation' as const, annotationId: 'ann_1' }
    const events = recorded([filed, annotated])
    given(document, events)
      .when({ ...move, page: 9, x: 0.5 }, callBy(alice))
      .then([
        {
          type: 'document.annotationMoved',
          subject: 'doc_1',
          data: { documentId: 'doc_1', annotationId: 'ann_1', page: 9, x: 0.5 },
        },
      ])
    given(document, events)
      .when({ ...move, page: 9 }, callBy(bob))
      .thenRefused('notFound', /You have no such annotation/)
    given(document, events)
      .when({ ...move, page: 11 }, callBy(alice))
      .thenRefused('invalid', /between 7 and 10, the pages of this document/)
  })

  it('a reply is on the page of what it answers, for the same readers, and only theirs', () => {
    const reply = { ...target, type: 'annotate' as const, annotationId: 'ann_2', page: 9, replyTo: 'ann_1' }
    const withSight = (sight: object) =>
      recorded([filed, { ...annotated, data: { ...annotated.data, ...sight } } as Fact])
    const made = { documentId: 'doc_1', annotationId: 'ann_2', replyTo: 'ann_1', page: 7 }
    given(document, withSight({ visibility: 'case' }))
      .when({ ...reply, visibility: 'private' }, callBy(bob))
      .then([{ ...annotated, data: { ...made, visibility: 'case' } } as Fact])
    const ofTeam = { visibility: 'team', teams: ['drafters'] }
    given(document, withSight(ofTeam))
      .when(reply, { ...callBy(bob), caller: { roles: [], teams: ['drafters'] } })
      .then([{ ...annotated, data: { ...made, ...ofTeam } } as Fact])
    given(document, withSight(ofTeam))
      .when(reply, { ...callBy(bob), caller: { roles: [], teams: ['hearings'] } })
      .thenRefused('notFound', /replyTo/)
    given(document, withSight({ visibility: 'private' }))
      .when(reply, callBy(bob))
      .thenRefused('notFound', /replyTo/)
    given(document, recorded([filed]))
      .when(reply, callBy(bob))
      .thenRefused('notFound', /replyTo/)
  })

  it('only its author may remove an annotation, unless the role allows more', () => {
    const remove = { ...target, type: 'removeAnnotation' as const, annotationId: 'ann_1' }
    const removed: Fact = {
      type: 'document.annotationRemoved',
      subject: 'doc_1',
      data: { documentId: 'doc_1', annotationId: 'ann_1' },
    }
    const events = recorded([filed, annotated])
    given(document, events)
      .when({ ...remove, mayRemoveOthers: false }, callBy(alice))
      .then([removed])
    given(document, events)
      .when({ ...remove, mayRemoveOthers: false }, callBy(bob))
      .thenRefused('forbidden', /its author/)
    given(document, events)
      .when({ ...remove, mayRemoveOthers: true }, callBy(bob))
      .then([removed])
    given(document, recorded([filed, annotated, removed]))
      .when({ ...remove, mayRemoveOthers: false }, callBy(bob))
      .then([])
    const hidden = { ...annotated, data: { ...annotated.data, visibility: 'private' } } as Fact
    given(document, recorded([filed, hidden]))
      .when({ ...remove, mayRemoveOthers: false }, callBy(bob))
      .then([])
  })
})

describe('reading a document', () => {
  const read: Fact = { type: 'document.markedRead', subject: 'doc_1', data: { documentId: 'doc_1' } }
  const unread: Fact = { type: 'document.markedUnread', subject: 'doc_1', data: { documentId: 'doc_1' } }

  it('is marked for each person apart', () => {
    given(document, recorded([filed, read], alice))
      .when({ ...target, type: 'setRead', read: true }, callBy(bob))
      .then([read])
  })
  it('marking twice changes nothing', () => {
    given(document, recorded([filed, read], alice))
      .when({ ...target, type: 'setRead', read: true }, callBy(alice))
      .then([])
  })
  it('may be taken back', () => {
    given(document, recorded([filed, read], alice))
      .when({ ...target, type: 'setRead', read: false }, callBy(alice))
      .then([unread])
  })
})

const run = { startPage: 7, endPage: 8, ofStartPage: 1, kind: 'near' as const, similarity: 0.9 }
const linked: Fact = {
  type: 'document.linked',
  subject: 'doc_1',
  data: { documentId: 'doc_1', duplicates: [run] },
}
const unlinked: Fact = { type: 'document.unlinked', subject: 'doc_1', data: { documentId: 'doc_1' } }
const revised: Fact = {
  type: 'document.revised',
  subject: 'doc_1',
  data: {
    documentId: 'doc_1',
    version: 2,
    startPage: 20,
    endPage: 21,
    content: { ...content, pageCount: 2 },
  },
}
const removed: Fact = {
  type: 'document.removed',
  subject: 'doc_1',
  data: { documentId: 'doc_1', why: 'misfiled' },
}

describe('the standing of a document', () => {
  const set = (status: 'current' | 'held' | 'removed', why = 'misfiled') =>
    ({ ...target, type: 'setStatus', status, why }) as const

  it('is changed with a reason, and back', () => {
    given(document, recorded([filed]))
      .when(set('removed'))
      .then([removed])
    given(document, recorded([filed]))
      .when(set('current'))
      .then([])
    given(document, recorded([filed, removed]))
      .when(set('current', 'it belongs here'))
      .then([
        {
          type: 'document.admitted',
          subject: 'doc_1',
          data: { documentId: 'doc_1', why: 'it belongs here' },
        },
      ])
  })
  it('nobody works on one that was removed', () => {
    given(document, recorded([filed, removed]))
      .when({ ...target, type: 'tag', text: 'nexus' })
      .thenRefused('stateForbids', /removed/)
  })
})

describe('what a document repeats', () => {
  const link = (
    version: number,
    onDuplicate: DuplicatePolicy = 'link',
    runs: DuplicateRun[] = [run],
  ): DocumentCommand => ({ ...target, type: 'link', version, duplicates: runs, onDuplicate })

  it('is linked once for a version', () => {
    given(document, recorded([filed]))
      .when(link(1))
      .then([linked])
    given(document, recorded([filed, linked]))
      .when(link(1))
      .then([])
    given(document, recorded([filed, revised]))
      .when(link(1))
      .then([])
  })
  it('is held or removed as the policy says, where nearly all of it is a repetition', () => {
    const whole = { ...run, endPage: 10 }
    const wholeLinked: Fact = {
      type: 'document.linked',
      subject: 'doc_1',
      data: { documentId: 'doc_1', duplicates: [whole] },
    }
    const why = '4 of its 4 pages are in the file already, nearly word for word.'
    const stands = (type: 'document.held' | 'document.removed'): Fact => ({
      type,
      subject: 'doc_1',
      data: { documentId: 'doc_1', why },
    })
    const before = given(document, recorded([filed]))
    before.when(link(1, 'hold', [whole])).then([wholeLinked, stands('document.held')])
    before.when(link(1, 'refuse', [whole])).then([wholeLinked, stands('document.removed')])
    before.when(link(1, 'hold')).then([linked])
    given(document, recorded([filed, wholeLinked, stands('document.held')]))
      .when({ ...target, type: 'setStatus', status: 'current', why: 'another signature' })
      .then([
        {
          type: 'document.admitted',
          subject: 'doc_1',
          data: { documentId: 'doc_1', why: 'another signature' },
        },
      ])
    given(document, recorded([filed, wholeLinked]))
      .when(link(1, 'hold', [whole]))
      .then([])
  })
  it('stays unlinked where a person has undone it, until a person links it again', () => {
    const setLinked = (linked: boolean) => ({ ...target, type: 'setLinked', linked }) as const
    given(document, recorded([filed, linked]))
      .when(setLinked(false))
      .then([unlinked])
    given(document, recorded([filed, linked, unlinked]))
      .when(link(1))
      .then([])
    given(document, recorded([filed, linked, unlinked]))
      .when(setLinked(true))
      .then([linked])
    given(document, recorded([filed]))
      .when(setLinked(false))
      .thenRefused('stateForbids', /no known duplicates/)
  })
})

describe('annotations after a revision', () => {
  const reanchor = (version: number, ...anchors: Anchor[]): DocumentCommand => ({
    ...target,
    type: 'reanchor',
    version,
    anchors,
  })
  const before = given(document, recorded([filed, annotated, revised]))

  it('move to where their words are, or are orphaned', () => {
    before.when(reanchor(2, { annotationId: 'ann_1', found: { page: 21 } })).then([
      {
        type: 'document.annotationMoved',
        subject: 'doc_1',
        data: { documentId: 'doc_1', annotationId: 'ann_1', page: 21 },
      },
    ])
    const orphaned: Fact = {
      type: 'document.annotationOrphaned',
      subject: 'doc_1',
      data: { documentId: 'doc_1', annotationId: 'ann_1' },
    }
    before.when(reanchor(2, { annotationId: 'ann_1' })).then([orphaned])
    before.when(reanchor(2, { annotationId: 'ann_1', found: { page: 8 } })).then([orphaned])
    given(document, recorded([filed, annotated, revised, orphaned]))
      .when(reanchor(2, { annotationId: 'ann_1' }))
      .then([])
  })
  it('what was found for an older version changes nothing', () => {
    before.when(reanchor(1, { annotationId: 'ann_1', found: { page: 21 } })).then([])
  })
  it('new ones are made on its new pages', () => {
    before
      .when({ ...target, type: 'annotate', annotationId: 'ann_2', page: 7 })
      .thenRefused('invalid', /between 20 and 21, the pages of this document/)
  })
})
