import type { Condition } from './condition.ts'

const joint = { system: 'musculoskeletal', regulation: '38 CFR 4.71a' } as const

export const musculoskeletal: readonly Condition[] = [
  {
    ...joint,
    name: 'lumbosacral strain',
    plain: 'low back condition',
    diagnosticCode: '5237',
    icd: 'M54.50',
    symptoms: [
      'low back pain radiating into the {left|right} buttock',
      'morning stiffness of the low back lasting {20..60} minutes',
      'back spasms after lifting',
      'sharp lumbar pain with prolonged standing',
      'flare-ups of back pain {two|three|four} times a month',
    ],
    findings: [
      'forward flexion of the thoracolumbar spine to {45..85} degrees with pain at {40..60} degrees',
      'paraspinal tenderness from L3 to S1 with guarding',
      'straight leg raise negative bilaterally',
      'combined range of motion of the thoracolumbar spine {120..210} degrees',
      'antalgic gait without assistive device',
    ],
    tests: [
      'Lumbar spine films show mild disc space narrowing at L5-S1.',
      'MRI of the lumbar spine shows a broad-based bulge at L4-L5 without central stenosis.',
      'Lumbosacral series, three views: alignment normal, small anterior osteophytes.',
    ],
    treatments: [
      'cyclobenzaprine 10 mg at bedtime',
      'naproxen 500 mg twice daily',
      'a lumbar support brace',
      'physical therapy, {six|eight|twelve} visits',
    ],
    events: [
      ['ground', 'a fall from the back of a five-ton truck'],
      ['ground', 'lifting artillery rounds during a field exercise'],
      ['ground', 'a hard parachute landing'],
      'moving footlockers in the barracks',
    ],
    effects: [
      'cannot sit for longer than {15..40} minutes',
      'cannot lift more than {10..35} pounds',
      'misses {two|three|five} days of work a month',
    ],
    criteria: [
      [
        10,
        'forward flexion of the thoracolumbar spine greater than 60 degrees but not greater than 85 degrees',
      ],
      [
        20,
        'forward flexion greater than 30 degrees but not greater than 60 degrees, or muscle spasm severe enough to result in an abnormal gait',
      ],
      [
        40,
        'forward flexion of the thoracolumbar spine 30 degrees or less, or favorable ankylosis of the entire thoracolumbar spine',
      ],
    ],
  },
  {
    ...joint,
    name: 'degenerative arthritis of the cervical spine',
    plain: 'neck condition',
    diagnosticCode: '5242',
    icd: 'M47.812',
    symptoms: [
      'neck pain with turning the head to the {left|right}',
      'grinding in the neck',
      'pain spreading from the neck into the {left|right} shoulder blade',
      'headaches that begin at the base of the skull',
    ],
    findings: [
      'forward flexion of the cervical spine to {20..40} degrees',
      'tenderness over the trapezius with palpable trigger points',
      'Spurling test {positive|negative} on the {left|right}',
      'extension of the cervical spine limited to {20..40} degrees by pain',
    ],
    tests: [
      'Cervical spine X-ray: degenerative changes at C5-C6 and C6-C7 with foraminal narrowing.',
      'MRI cervical spine: disc osteophyte complex at C5-C6, no cord signal change.',
    ],
    treatments: ['methocarbamol 750 mg', 'a cervical pillow and home traction', 'trigger point injections'],
    events: [
      'a diving accident at the base pool',
      ['ground', 'a vehicle rollover during a convoy'],
      ['desert', 'years of wearing a helmet with night vision mounts'],
      'a boxing match organized by the unit',
    ],
    effects: [
      'cannot look over the shoulder while driving',
      'cannot work overhead',
      'wakes {two|three} times a night',
    ],
    criteria: [
      [10, 'forward flexion of the cervical spine greater than 30 degrees but not greater than 40 degrees'],
      [20, 'forward flexion of the cervical spine greater than 15 degrees but not greater than 30 degrees'],
      [30, 'forward flexion of the cervical spine 15 degrees or less'],
    ],
  },
  {
    ...joint,
    name: 'right knee patellofemoral syndrome',
    plain: 'right knee condition',
    diagnosticCode: '5260',
    icd: 'M22.2X1',
    symptoms: [
      'right knee pain climbing stairs',
      'the right knee giving way',
      'swelling of the right knee after walking {one|two} blocks',
      'clicking under the kneecap',
    ],
    findings: [
      'right knee flexion to {90..135} degrees with crepitus',
      'patellar grind test positive on the right',
      'Lachman and McMurray tests negative, joint stable to varus and valgus stress',
      'trace effusion of the right knee',
    ],
    tests: [
      'Right knee X-ray: mild patellofemoral joint space narrowing.',
      'MRI right knee: grade II chondromalacia patellae, menisci intact.',
    ],
    treatments: ['a hinged knee brace', 'meloxicam 15 mg daily', 'intra-articular corticosteroid injection'],
    events: [
      'a fall during a fitness test',
      ['ground', 'twisting the knee on an obstacle course'],
      ['sea', 'a fall on a ship ladder'],
      ['ground', 'repeated road marches with a {60..90} pound pack'],
    ],
    effects: ['cannot kneel or squat', 'cannot climb ladders', 'uses a cane on uneven ground'],
    criteria: [
      [
        10,
        'limitation of flexion of the leg to 45 degrees, or painful motion of a major joint under 38 CFR 4.59',
      ],
      [20, 'limitation of flexion of the leg to 30 degrees'],
      [30, 'limitation of flexion of the leg to 15 degrees'],
    ],
  },
  {
    ...joint,
    name: 'left knee instability',
    plain: 'left knee condition',
    diagnosticCode: '5257',
    icd: 'M25.362',
    symptoms: [
      'buckling of the left knee',
      'left knee locking',
      'left knee pain at night',
      'a feeling that the left knee slips sideways',
    ],
    findings: [
      'anterior drawer test 1+ on the left',
      'medial joint line tenderness of the left knee',
      'left knee extension lacks {5..10} degrees',
      'quadriceps atrophy of {1..3} cm compared to the right thigh',
    ],
    tests: [
      'MRI left knee: complex tear of the posterior horn of the medial meniscus.',
      'Left knee films: tricompartmental osteoarthritis, moderate.',
    ],
    treatments: ['arthroscopic partial meniscectomy', 'an unloader brace', 'diclofenac gel four times daily'],
    events: [
      'a tackle during company athletics',
      ['air', 'jumping from a helicopter skid'],
      'a motor vehicle accident on post',
    ],
    effects: [
      'falls about once a month',
      'cannot stand for a full shift',
      'avoids stairs without a handrail',
    ],
    criteria: [
      [10, 'slight recurrent subluxation or lateral instability'],
      [20, 'moderate recurrent subluxation or lateral instability'],
      [30, 'severe recurrent subluxation or lateral instability'],
    ],
  },
  {
    ...joint,
    name: 'right shoulder rotator cuff tendonitis',
    plain: 'right shoulder condition',
    diagnosticCode: '5201',
    icd: 'M75.101',
    symptoms: [
      'right shoulder pain reaching overhead',
      'weakness of the right arm',
      'night pain lying on the right shoulder',
      'popping of the right shoulder',
    ],
    findings: [
      'abduction of the right arm to {80..150} degrees',
      'Hawkins and Neer impingement signs positive on the right',
      'strength of the right supraspinatus 4/5',
      'tenderness over the acromioclavicular joint',
    ],
    tests: [
      'MRI right shoulder: partial-thickness tear of the supraspinatus tendon.',
      'Right shoulder films: type II acromion, no fracture.',
    ],
    treatments: [
      'subacromial injection',
      'a pendulum exercise program',
      'ibuprofen 800 mg three times daily',
    ],
    events: [
      'lifting supply crates overhead',
      ['air', 'loading ordnance on the flight line'],
      ['ground', 'a fall during rappelling'],
      ['ground', 'carrying litters at the aid station'],
    ],
    effects: ['cannot reach above shoulder level', 'cannot throw or pull', 'needs help putting on a coat'],
    criteria: [
      [20, 'limitation of motion of the arm at shoulder level'],
      [30, 'limitation of motion of the major arm midway between side and shoulder level'],
      [40, 'limitation of motion of the major arm to 25 degrees from the side'],
    ],
  },
  {
    ...joint,
    name: 'bilateral pes planus',
    plain: 'flat feet',
    diagnosticCode: '5276',
    icd: 'M21.40',
    symptoms: [
      'foot pain after standing',
      'swelling of both arches',
      'burning of the soles',
      'calluses of both feet',
    ],
    findings: [
      'weight-bearing line over the great toe',
      'inward bowing of the Achilles tendon',
      'pain on manipulation and use of the feet',
      'loss of the medial arch bilaterally',
    ],
    tests: [
      'Weight-bearing foot films: bilateral loss of calcaneal pitch.',
      'Foot X-ray: plantar calcaneal spurs, bilateral.',
    ],
    treatments: ['custom orthotics', 'arch supports and wide shoes', 'a plantar fascia night splint'],
    events: [
      'marching in issued boots during basic training',
      ['sea', 'standing watch on steel decks'],
      'running on pavement in combat boots',
    ],
    effects: [
      'cannot walk farther than {one|two|four} blocks',
      'must sit every {20..40} minutes',
      'cannot wear safety shoes',
    ],
    criteria: [
      [
        10,
        'moderate; weight-bearing line over or medial to great toe, inward bowing of the tendo achillis, pain on manipulation and use of the feet',
      ],
      [
        30,
        'severe; objective evidence of marked deformity, pain on manipulation and use accentuated, indication of swelling on use',
      ],
      [
        50,
        'pronounced; marked pronation, extreme tenderness of plantar surfaces, not improved by orthopedic shoes or appliances',
      ],
    ],
  },
  {
    ...joint,
    name: 'left ankle sprain residuals',
    plain: 'left ankle condition',
    diagnosticCode: '5271',
    icd: 'S93.402S',
    symptoms: [
      'left ankle rolling on uneven ground',
      'left ankle swelling by evening',
      'aching of the left ankle in cold weather',
    ],
    findings: [
      'dorsiflexion of the left ankle to {5..15} degrees',
      'plantar flexion to {20..40} degrees',
      'laxity with anterior drawer of the left ankle',
      'tenderness of the anterior talofibular ligament',
    ],
    tests: [
      'Left ankle films: old avulsion fragment at the lateral malleolus.',
      'Stress views of the left ankle show mild talar tilt.',
    ],
    treatments: ['a lace-up ankle brace', 'balance training', 'acetaminophen as needed'],
    events: [
      'a fall on icy steps outside the barracks',
      ['ground', 'stepping into a hole on a night patrol'],
      ['ground', 'a parachute landing fall'],
      'a basketball game at the base gymnasium',
    ],
    effects: ['cannot run', 'cannot walk on gravel', 'uses a brace at work'],
    criteria: [
      [10, 'moderate limited motion of the ankle'],
      [20, 'marked limited motion of the ankle'],
    ],
  },
  {
    ...joint,
    name: 'right hip degenerative arthritis',
    plain: 'right hip condition',
    diagnosticCode: '5252',
    icd: 'M16.11',
    symptoms: [
      'groin pain on the right with walking',
      'stiffness of the right hip getting out of a car',
      'limping by the end of the day',
    ],
    findings: [
      'right hip flexion to {70..110} degrees',
      'internal rotation limited to {5..20} degrees',
      'Trendelenburg sign positive on the right',
      'leg length equal',
    ],
    tests: [
      'Pelvis and right hip films: superior joint space narrowing with subchondral sclerosis.',
      'Right hip X-ray: moderate osteoarthritis, no avascular necrosis.',
    ],
    treatments: [
      'a cane in the left hand',
      'tramadol 50 mg as needed',
      'referral for total hip arthroplasty',
    ],
    events: [
      ['air', 'a fall from a guard tower'],
      'favoring the injured knee for many years',
      ['ground', 'airborne operations with a combat load'],
    ],
    effects: ['cannot put on socks without a device', 'cannot cross the legs', 'sleeps in a recliner'],
    criteria: [
      [10, 'flexion of the thigh limited to 45 degrees'],
      [20, 'flexion of the thigh limited to 30 degrees'],
      [30, 'flexion of the thigh limited to 20 degrees'],
    ],
  },
]
