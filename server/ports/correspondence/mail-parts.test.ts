import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MessageStructureObject } from 'imapflow'
import { textOfHtml } from '../text-of-html.ts'
import { bodyFile, hasPart, partOf, partsOf } from './mail-parts.ts'

const leaf = (part: string, type: string, name?: string): MessageStructureObject => ({
  part,
  type,
  ...(name === undefined ? {} : { disposition: 'attachment', dispositionParameters: { filename: name } }),
})
const multi = (kind: string, ...childNodes: MessageStructureObject[]): MessageStructureObject => ({
  type: `multipart/${kind}`,
  childNodes,
})
const files = (structure: MessageStructureObject | undefined) => partsOf(structure).files

describe('what a message consists of', () => {
  it('its text is the body, and the rest are files, also pictures beside a page', () => {
    const page = multi('related', leaf('1.2.1', 'text/html'), leaf('1.2.2', 'image/png'))
    const mail = multi(
      'mixed',
      multi('alternative', leaf('1.1', 'text/plain'), page),
      leaf('2', 'application/pdf', 'form.pdf'),
      leaf('3', 'text/plain', 'notes.txt'),
      leaf('4', 'message/rfc822'),
    )
    const { bodies } = partsOf(mail)
    assert.deepEqual(bodies, [
      { part: '1.1', isHtml: false },
      { part: '1.2.1', isHtml: true },
    ])
    assert.deepEqual(
      files(mail).map(({ partId, name }) => [partId, name]),
      [
        ['1.2.2', 'attachment-1.png'],
        ['2', 'form.pdf'],
        ['3', 'notes.txt'],
        ['4', 'attachment-4.eml'],
      ],
    )
    assert.deepEqual([hasPart(mail, '1.2.2'), hasPart(mail, '7')], [true, false])
    assert.deepEqual(partsOf({ type: 'text/plain' }).bodies, [{ part: '1', isHtml: false }])
    assert.deepEqual(partOf(bodyFile({ part: '1.2', isHtml: true }).partId), { part: '1.2', isHtml: true })
  })

  it('what is too much, too deep or not there is taken as a whole', () => {
    const many = multi('mixed', ...Array.from({ length: 98 }, (_, at) => leaf(`${at + 1}`, 'image/png')))
    assert.deepEqual([files(many).length, files(many).at(-1)?.partId], [98, 'whole'])
    let deep = leaf('1', 'text/plain')
    for (let level = 0; level < 50_000; level += 1) deep = multi('mixed', deep)
    assert.deepEqual(
      files(deep).map(({ partId }) => partId),
      ['whole'],
    )
    assert.equal(files(undefined).length, 1)
    const page = { ...leaf('1', 'text/html'), size: 3_000_000 }
    assert.deepEqual([files(page).length, partsOf(page).bodies.length], [1, 1])
  })

  it('a file is called what it is, whatever its sender calls it', () => {
    const called = (name: string) => files(multi('mixed', leaf('1', 'application/pdf', name)))[0]?.name
    assert.equal(called('../../etc/passwd.pdf'), 'passwd.pdf')
    assert.equal(called('C:\\Users\\Public\\run.pdf'), 'run.pdf')
    assert.equal(called('invoice\u202Efdp.exe'), 'invoicefdp.exe')
    assert.equal(called('a\u2066b\u200F\u0000c\r\nd.pdf'), 'ab c d.pdf')
    assert.equal(called('\u202E'), 'attachment-1.pdf')
    assert.equal(called('..\\'), 'attachment-1.pdf')
    assert.equal(called('..'), 'attachment-1.pdf')
    assert.equal(called('. .hidden.pdf'), 'hidden.pdf')
    assert.ok((called('x'.repeat(100_000)) ?? '').length <= 260)
  })

  it('alternatives beside those of the body are files: what is answered is not lost behind the answer', () => {
    const both = (part: string) =>
      multi('alternative', leaf(`${part}.1`, 'text/plain'), leaf(`${part}.2`, 'text/html'))
    const mail = multi('mixed', both('1'), leaf('2', 'application/pdf', 'form.pdf'), both('3'))
    assert.deepEqual(
      partsOf(mail).bodies.map(({ part }) => part),
      ['1.1', '1.2'],
    )
    assert.deepEqual(
      files(mail).map(({ partId }) => partId),
      ['2', '3.1'],
    )
    const pageFirst = multi('mixed', leaf('1', 'text/html'), both('2'))
    assert.deepEqual(
      [partsOf(pageFirst).bodies.map(({ part }) => part), files(pageFirst).map(({ partId }) => partId)],
      [['2.1', '2.2'], ['1']],
    )
  })

  it('a page is read for its words, in a time that grows with its length alone', () => {
    const html =
      '<style>p{}</style><!-- x --><P CLASS=a>One &amp; <b>two</b></P><script>evil()</script><br>&#8364;&nbsp;5'
    assert.equal(textOfHtml(html), 'One & two\n\n€ 5')
    assert.equal(textOfHtml('<p>open <script>never closed'), 'open')
    for (const odd of ['<', '<div>', '<!--', '<script>', '&#', '</script'])
      assert.ok(textOfHtml(odd.repeat(300_000)).length <= odd.length * 300_000)
  })
})
