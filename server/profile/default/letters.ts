import type { Letter } from '@portico/contract/profile/correspondence'

const body = (...paragraphs: string[]) =>
  [
    '{{ today }}',
    '{{ recipient.name }}\n{{ recipient.address }}',
    'Dear {{ recipient.name }}:',
    ...paragraphs,
    'Sincerely,',
    '{{ sender.name }}\n{{ profile.label }}',
  ].join('\n\n')

const whereHeard =
  '{% if session.kind == "inPerson" %}{% if session.place %}It is held at this place: {{ session.place }}.{% else %}We will tell you where it is held.{% endif %}{% else %}You need not travel: it is held by video or telephone. Call us or write to us, and we tell you how to join.{% endif %}'

export const letters: Letter[] = [
  {
    name: 'preDocketing',
    label: 'Pre-docketing',
    subject: 'We have received your appeal',
    body: body(
      'We received your appeal on {{ case.receiptDate }}. Before we can place it on the docket, we need information from the office that made the decision.',
      'You need not do anything now. We will write to you when your appeal is on the docket, or if we need something from you.',
    ),
  },
  {
    name: 'ineligible',
    label: 'Ineligible',
    subject: 'Your appeal cannot be taken up',
    body: body(
      'We received your appeal on {{ case.receiptDate }}. We cannot take it up for this reason: {{ reason }}',
      'If you believe that this is wrong, write to us and tell us why. Your representative can help you.',
    ),
  },
  {
    name: 'general',
    label: 'General',
    subject: 'About your appeal {{ case.docketNumber }}',
    body: body(
      'We write about your appeal with docket number {{ case.docketNumber }}. {{ reason }}',
      'Please answer by {{ answerBy }}. If we do not hear from you by then, we will go on with what we have.',
    ),
    answerWindow: 'letterAnswer',
  },
  {
    name: 'clarification',
    label: 'Clarification',
    subject: 'We need to know more about your appeal',
    body: body(
      'We received your appeal on {{ case.receiptDate }}, but we cannot tell from it what you ask for. {{ reason }}',
      'Please answer by {{ answerBy }}. If we do not hear from you by then, we will go on with what we have.',
    ),
    answerWindow: 'letterAnswer',
  },
  {
    name: 'untimely',
    label: 'Untimely',
    subject: 'Your appeal came too late',
    body: body(
      'We received your appeal on {{ case.receiptDate }}. An appeal must be received within one year of the date of the decision, and yours came later.',
      'If you had a good reason for the delay, write to us and tell us what it was. Your representative can help you.',
    ),
  },
  {
    name: 'docketing',
    label: 'Docketing',
    subject: 'Your appeal is on the docket',
    body: body(
      'Your appeal is on the docket. Its number is {{ case.docketNumber }}, and its docket is {{ case.docket }}. Appeals are decided in the order in which they were received, which was on {{ case.receiptDate }} for yours.',
      'These are the issues that we will decide: {{ issues }}',
      'We will write to you when something changes. You can ask for a faster decision if you are 75 or older, seriously ill, or in financial distress.',
    ),
  },
  {
    name: 'courtRemand',
    label: 'After a remand by the court',
    subject: 'The court has sent your appeal back to us',
    body: body(
      'The court has sent your appeal with docket number {{ case.docketNumber }} back to us, and we will decide it again. You may send more evidence and argument.',
      'We consider what you send by {{ answerBy }}. If you do not want to send anything, write to us, and we go on at once.',
    ),
    answerWindow: 'courtRemandLetter',
  },
  {
    name: 'decisionNotice',
    label: 'Notice of a decision',
    subject: 'A decision on your appeal {{ case.docketNumber }}',
    body: body(
      'The decision on your appeal with docket number {{ case.docketNumber }} was signed on {{ decision.date }}. You receive it together with this letter or shortly after it.',
      'The decision says what was decided on each issue and why, and what you can do if you disagree.',
      '{% if representative.name %}We have also sent it to your representative, {{ representative.name }}, who can help you.{% else %}You may have somebody help you, such as a veterans service organization or an attorney.{% endif %}',
    ),
    raisedBy: [{ event: 'workProduct.released' }],
  },
  {
    name: 'statusOfAppeal',
    label: 'Status of the appeal',
    subject: 'Where your appeal {{ case.docketNumber }} stands',
    body: body(
      'We write about your appeal with docket number {{ case.docketNumber }}. Its status is: {{ case.status }}.',
      'We will write to you when something changes. You need not do anything now.',
    ),
    raisedBy: [{ event: 'task.opened', tasks: ['representativeArgument'] }],
    suppressWhen: ['recipientDeceased', 'optedOut', 'caseClosed'],
  },
  {
    name: 'hearingNotice',
    label: 'Notice of a hearing',
    subject: 'Your hearing on {{ session.date }}',
    body: body(
      `Your hearing in the appeal with docket number {{ case.docketNumber }} is on {{ session.date }} at {{ session.time }} ({{ session.zone }}).`,
      whereHeard,
      'If you cannot come, write to us or call us as soon as you know.',
    ),
    raisedBy: [{ event: 'session.scheduled' }, { event: 'session.rescheduled' }],
    suppressWhen: ['recipientDeceased', 'optedOut', 'caseClosed', 'hasEmail'],
  },
  {
    name: 'hearingReminder',
    label: 'Reminder of a hearing',
    subject: 'A reminder of your hearing on {{ session.date }}',
    body: body(
      'We remind you of your hearing in the appeal with docket number {{ case.docketNumber }}: it is on {{ session.date }} at {{ session.time }} ({{ session.zone }}).',
      whereHeard,
    ),
    raisedBy: [{ event: 'session.reminderDue' }],
    suppressWhen: ['recipientDeceased', 'optedOut', 'caseClosed', 'hasEmail'],
  },
  {
    name: 'argumentReminder',
    label: 'Reminder of a deadline',
    subject: 'A deadline in the appeal {{ case.docketNumber }}',
    body: body(
      'We remind you of a deadline in the appeal of {{ claimant.name }} with docket number {{ case.docketNumber }}: we expect your argument by {{ task.deadline }}.',
      'If we do not hear from you by then, we will go on with what we have.',
    ),
    raisedBy: [{ event: 'task.deadlineApproaching', tasks: ['representativeArgument'] }],
    recipients: ['representatives'],
    suppressWhen: ['recipientDeceased', 'optedOut', 'caseClosed'],
  },
]
