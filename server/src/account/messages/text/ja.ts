// Japanese: the texts of our messages.

import type { Texts } from './en.ts';

export const ja: Texts = {
  'code.1': 'アカウント開設の認証コード',
  'code.2': 'ログインの認証コード',
  'code.3': 'パスワード再設定の認証コード',
  'code.4': 'メールアドレス・電話番号登録の認証コード',
  'code.5': 'セキュリティ設定変更の認証コード',
  'code.6': '出金の認証コード',
  'code.7': '資金パスワードの認証コード',
  'code.8': 'APIキーの認証コード',
  'code.life': 'コードは一度だけ、10分以内にお使いいただけます。',
  'code.secret': '{house}の者を名乗る人も含め、誰にもコードを教えないでください。',
  'code.ignore': 'お心当たりがない場合は、どなたかがアドレスを打ち間違えたと思われます。何もする必要はありません。',
  'code.notYou':
    'お心当たりがない場合は、パスワードが知られている可能性があります。コードは誰にも教えず、パスワードを変更してください。',

  'absent.title': '認証コードの請求がありましたが、アカウントがありません',
  'absent.body':
    'このアドレスで{house}に認証コードの請求がありました。このアドレスのアカウントはないため、コードはお送りしていません。ご本人の場合は、ご登録のアドレスでお試しください。',
  'taken.title': 'このアドレスのアカウントはすでにあります',
  'taken.body':
    'このアドレスで{house}のアカウントを開設する、またはアカウントに登録するための認証コードの請求がありました。すでに使われているアドレスのため、コードはお送りしていません。ご本人の場合は、このアドレスでログインしてください。パスワードをお忘れでも、そこで再設定できます。',

  'newDevice.title': '新しい端末からのログイン',
  'newDevice.body': 'これまで使われたことのない端末から、あなたのアカウントへのログインがありました。',
  'changed.password': 'ログインパスワードが変更されました',
  'changed.fundPassword': '資金パスワードが変更されました',
  'changed.email': 'アカウントのメールアドレスが変更されました',
  'changed.phone': 'アカウントの電話番号が変更されました',
  'changed.authenticator': 'アカウントの認証アプリが変更されました',
  'changed.passkey': 'アカウントのパスキーが追加または削除されました',
  'changed.antiCode': 'メールの冒頭に表示する合言葉が変更されました',
  'changed.apiKey': 'アカウントのAPIキーが追加または削除されました',
  fundGuessed: '資金パスワードの入力が5回間違っていました',
  locked: '安全のため、{until}まで出金をロックしています。',
  wasYou: 'ご本人の操作であれば、何もする必要はありません。',
  'frozen.title': 'アカウントは凍結されています',
  'frozen.body':
    '新規注文、出金、APIキーを停止しました。未約定の注文は、ポジションを決済するものを除き取り消されました。注文の取消、返済、証拠金の追加、ストップの設定は引き続き行え、本人確認後はポジションの決済もできます。残高はそのままです。ご本人からのご依頼と確認できしだい、サポートが凍結を解除します。',
  'unfrozen.title': 'アカウントの凍結が解除されました',
  'unfrozen.body': '担当者2名がアカウントを確認し、凍結を解除しました。',
  'linked.title': 'お客様のアカウントは他のアカウントと関連付けられました',
  'linked.body':
    '担当者2名が、お客様のアカウントと他のアカウントの所有者が同じであると判断しました。下記の日時以降は一つのアカウントとして扱います。契約の新規ポジションはポジションの段階を共有し、出金は枠と順番を共有します。それまでに保有しているものは変わりません。',
  'linked.count': '他のアカウント',
  'linked.from': '適用開始',
  'linked.appeal': '誤りがある場合は、アカウントから異議を申し立ててください。担当者2名が判断します。',
  'linked.open': '関連付けの確認と異議申し立て',
  'unlinked.title': 'アカウントの関連付けは解除されました',
  'unlinked.body': '担当者2名が他のアカウントとの関連付けを解除しました。ポジションと出金は再び個別に扱われます。',
  'appealRefused.title': 'アカウントの関連付けは継続します',
  'appealRefused.body': '担当者2名が異議申し立てを確認しました。回答：',
  'kyc.passed.title': '本人確認：ステージ{stage}が完了しました',
  'kyc.passed.body': 'ご提出の内容を確認し、承認しました。ありがとうございます。',
  'kyc.refused.title': '本人確認：ステージ{stage}に修正が必要です',
  'kyc.refused.body': '次の項目を承認できませんでした。アカウントセンターで修正し、再度お送りください。',
  'field.name': '氏名',
  'field.country': '国',
  'field.documentType': '書類の種類',
  'field.documentNo': '書類の番号',
  'field.front': '表面の写真',
  'field.back': '裏面の写真',
  'field.handheld': '書類を手に持った写真',
  'reason.unreadable': '読み取れません',
  'reason.mismatch': 'ほかの内容と一致しません',
  'reason.expired': '書類の有効期限が切れています',
  'reason.incomplete': '一部が欠けています',
  'reason.wrongDocument': '選ばれた種類の書類ではありません',
  'reason.notOwn': 'ご本人のものではありません',
  'reason.other': '理由はアカウントセンターでご確認ください',
  'fundCase.passed.title': '新しい資金パスワードを設定できます',
  'fundCase.passed.body':
    'ご依頼を確認し、承認しました。{until}までに、セキュリティセンターで新しい資金パスワードを設定してください。',
  'fundCase.refused.title': '資金パスワード再設定のご依頼は承認されませんでした',
  'fundCase.refused.body': 'ご本人からのご依頼と確認できませんでした。必要なものはサポートがご案内します。',

  'alert.title': '設定したアラートが作動しました',
  'alert.above': '{symbol} は {seen} です。ご指定の {value} 以上になりました。',
  'alert.below': '{symbol} は {seen} です。ご指定の {value} 以下になりました。',
  'alert.fill': '{symbol} のご注文が {seen} で約定しました。',
  'alert.funding': '{symbol} の資金調達率は {seen} です。ご指定の {value} を超えました。',
  'alert.liquidation': '{symbol} のポジションは清算価格まで {seen} です。ご指定は {value} 未満でした。',
  'alert.own': 'このアラートはお客様ご自身が設定したものです。アラート一覧で変更または削除できます。',
  'deposited.title': '入金が反映されました',
  'deposited.body': '{amount} {coin} が届き、現物ウォレットに入りました。',
  'reversed.title': '入金が取り消されました',
  'reversed.body':
    '{amount} {coin} の入金を含むブロックがネットワークで置き換えられ、その後のどのブロックにも支払いがありません。現物ウォレットから差し引きました。不足分は未払いとなり、今後の入金から優先して返済されます。それまで出金はロックされます。',

  'bondClaim.notice.title': 'マーチャント保証金への請求',
  'bondClaim.paid.title': 'マーチャント保証金から請求が支払われました',
  'bondClaim.ended.title': 'マーチャント保証金への請求が終了しました',
  'bondClaim.merchant.notice':
    'OTC注文{order}について、あなたのマーチャント保証金に{amount} {coin}の請求がありました。{until}まで回答できます。決定されるまで保証金は引き出せません。その後、当社の2人目の担当者が決定します。',
  'bondClaim.harmed.notice':
    'OTC注文{order}について、マーチャントの保証金から{amount} {coin}をあなたのために請求しました。マーチャントは{until}まで回答できます。その後、当社の2人目の担当者が決定します。',
  'bondClaim.merchant.paid': '{amount} {coin}があなたのマーチャント保証金からOTC注文{order}の相手方に支払われました。',
  'bondClaim.harmed.paid':
    'OTC注文{order}について、マーチャントの保証金から{amount} {coin}が現物ウォレットに入りました。',
  'bondClaim.merchant.ended':
    'OTC注文{order}についてのあなたのマーチャント保証金への{amount} {coin}の請求は支払われませんでした。',
  'bondClaim.harmed.ended':
    'OTC注文{order}についてのマーチャント保証金への{amount} {coin}の請求は支払われませんでした。',
  'bondClaim.page': '請求を開く',

  'fact.device': '端末',
  'fact.ip': 'IPアドレス',
  'fact.time': '日時',
  notYou: 'お心当たりがない場合は、すぐにアカウントを凍結してください。注文、出金、APIキーが停止します。',
  freeze: 'セキュリティセンターで凍結する',
  'word.yours': 'あなたの合言葉：{word}',
  'word.none':
    'セキュリティセンターで合言葉を決めると、当社のメールは必ずその合言葉で始まります。合言葉のないメールは当社からのものではありません。',
  'footer.never': '{house}がメール、電話、チャットでパスワードやコードをお尋ねすることはありません。',
  'footer.auto': 'このメールは自動送信です。ご返信いただいてもお読みできません。',
  'sms.code': '{title}：{code}（10分間有効）誰にも教えないでください。',
  'sms.notYou': '{title}。心当たりがなければセキュリティセンターで凍結してください。',
};
