// The first topics of the help centre, in menu order: categories, and under some their sections.

import type { ArticleKind, Language } from '@vitrine/contract';

export interface FirstTopic {
  readonly code: string;
  /** The code of its category. */
  readonly under?: string;
  readonly kind: ArticleKind;
  readonly names: Readonly<Partial<Record<Language, string>>>;
}

const ORDER = 'en ja ko zh pt vi th es fr ru de it tw hi id tl-PH'.split(' ') as readonly Language[];

/** Names in the order of the languages. */
function named(...names: readonly string[]): FirstTopic['names'] {
  return Object.fromEntries(ORDER.map((locale, at) => [locale, names[at] ?? '']));
}

export const FIRST_TOPICS: readonly FirstTopic[] = [
  {
    code: 'getting-started',
    kind: 'help',
    names: named(
      ...['Getting started', 'はじめに', '시작하기', '新手入门', 'Primeiros passos', 'Bắt đầu', 'เริ่มต้นใช้งาน'],
      ...['Primeros pasos', 'Premiers pas', 'Начало работы', 'Erste Schritte', 'Per iniziare', '新手入門', 'शुरुआत करें'],
      ...['Memulai', 'Pagsisimula'],
    ),
  },
  {
    code: 'account',
    kind: 'help',
    names: named(
      ...['Account and security', 'アカウントとセキュリティ', '계정 및 보안', '账户与安全', 'Conta e segurança'],
      ...['Tài khoản và bảo mật', 'บัญชีและความปลอดภัย', 'Cuenta y seguridad', 'Compte et sécurité'],
      ...['Аккаунт и безопасность', 'Konto und Sicherheit', 'Account e sicurezza', '帳戶與安全', 'खाता और सुरक्षा'],
      ...['Akun dan keamanan', 'Account at seguridad'],
    ),
  },
  {
    code: 'sign-in',
    under: 'account',
    kind: 'help',
    names: named(
      ...['Sign-in and passwords', 'ログインとパスワード', '로그인 및 비밀번호', '登录与密码', 'Acesso e senhas'],
      ...['Đăng nhập và mật khẩu', 'การเข้าสู่ระบบและรหัสผ่าน', 'Acceso y contraseñas', 'Connexion et mots de passe'],
      ...['Вход и пароли', 'Anmeldung und Passwörter', 'Accesso e password', '登入與密碼', 'लॉग इन और पासवर्ड'],
      ...['Masuk dan kata sandi', 'Pag-login at mga password'],
    ),
  },
  {
    code: 'verification',
    under: 'account',
    kind: 'help',
    names: named(
      ...[
        'Identity verification',
        '本人確認',
        '본인 인증',
        '身份认证',
        'Verificação de identidade',
        'Xác minh danh tính',
      ],
      ...['การยืนยันตัวตน', 'Verificación de identidad', 'Vérification d’identité', 'Проверка личности'],
      ...['Identitätsprüfung', 'Verifica dell’identità', '身分驗證', 'पहचान सत्यापन', 'Verifikasi identitas'],
      ...['Beripikasyon ng pagkakakilanlan'],
    ),
  },
  {
    code: 'funds',
    kind: 'help',
    names: named(
      ...[
        'Deposits and withdrawals',
        '入金と出金',
        '입금 및 출금',
        '充值与提现',
        'Depósitos e saques',
        'Nạp và rút tiền',
      ],
      ...['การฝากและถอน', 'Depósitos y retiros', 'Dépôts et retraits', 'Пополнение и вывод', 'Ein- und Auszahlungen'],
      ...['Depositi e prelievi', '充值與提領', 'जमा और निकासी', 'Setoran dan penarikan', 'Mga deposito at withdrawal'],
    ),
  },
  {
    code: 'trading',
    kind: 'help',
    names: named(
      ...['Trading', '取引', '거래', '交易', 'Negociação', 'Giao dịch', 'การซื้อขาย', 'Operar', 'Trading', 'Торговля'],
      ...['Handel', 'Trading', '交易', 'ट्रेडिंग', 'Perdagangan', 'Pangangalakal'],
    ),
  },
  {
    code: 'spot',
    under: 'trading',
    kind: 'help',
    names: named(
      ...[
        'Spot trading',
        '現物取引',
        '현물 거래',
        '现货交易',
        'Negociação spot',
        'Giao dịch giao ngay',
        'การซื้อขายสปอต',
      ],
      ...['Trading al contado', 'Trading au comptant', 'Спотовая торговля', 'Spothandel', 'Trading spot', '現貨交易'],
      ...['स्पॉट ट्रेडिंग', 'Perdagangan spot', 'Spot trading'],
    ),
  },
  {
    code: 'contracts',
    under: 'trading',
    kind: 'help',
    names: named(
      ...[
        'Perpetuals',
        '無期限先物',
        '무기한 선물',
        '永续合约',
        'Perpétuos',
        'Hợp đồng vĩnh cửu',
        'สัญญาถาวร',
        'Perpetuos',
      ],
      ...[
        'Perpétuels',
        'Бессрочные контракты',
        'Perpetuals',
        'Perpetui',
        '永續合約',
        'परपेचुअल',
        'Perpetual',
        'Perpetuals',
      ],
    ),
  },
  {
    code: 'seconds',
    under: 'trading',
    kind: 'help',
    names: named(
      ...['Second contracts', '秒契約', '초 단위 계약', '秒合约', 'Contratos de segundos', 'Hợp đồng giây'],
      ...['สัญญาวินาที', 'Contratos de segundos', 'Contrats à la seconde', 'Секундные контракты', 'Sekundenkontrakte'],
      ...['Contratti a secondi', '秒合約', 'सेकंड कॉन्ट्रैक्ट', 'Kontrak detik', 'Second contracts'],
    ),
  },
  {
    code: 'prices',
    kind: 'help',
    names: named(
      ...[
        'Prices and receipts',
        '価格と受領書',
        '가격 및 영수증',
        '价格与凭证',
        'Preços e recibos',
        'Giá và biên nhận',
      ],
      ...['ราคาและใบรับ', 'Precios y recibos', 'Prix et reçus', 'Цены и квитанции', 'Preise und Belege'],
      ...['Prezzi e ricevute', '價格與憑證', 'कीमतें और रसीदें', 'Harga dan bukti', 'Mga presyo at resibo'],
    ),
  },
  {
    code: 'announcements',
    kind: 'notice',
    names: named(
      ...['Announcements', 'お知らせ', '공지사항', '公告', 'Avisos', 'Thông báo', 'ประกาศ', 'Anuncios', 'Annonces'],
      ...['Объявления', 'Ankündigungen', 'Annunci', '公告', 'घोषणाएँ', 'Pengumuman', 'Mga anunsyo'],
    ),
  },
  {
    code: 'white-paper',
    kind: 'paper',
    names: named(
      ...['White paper', 'ホワイトペーパー', '백서', '白皮书', 'White paper', 'Sách trắng', 'เอกสารไวท์เปเปอร์'],
      ...[
        'Libro blanco',
        'Livre blanc',
        'Белая книга',
        'White Paper',
        'White paper',
        '白皮書',
        'श्वेत पत्र',
        'Buku putih',
      ],
      ...['White paper'],
    ),
  },
];
