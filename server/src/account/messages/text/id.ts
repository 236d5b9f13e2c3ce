// Indonesian: the texts of our messages.

import type { Texts } from './en.ts';

export const id: Texts = {
  'code.1': 'Kode Anda untuk membuka akun',
  'code.2': 'Kode Anda untuk masuk',
  'code.3': 'Kode Anda untuk membuat kata sandi baru',
  'code.4': 'Kode Anda untuk menautkan email atau telepon',
  'code.5': 'Kode Anda untuk mengubah pengaturan keamanan',
  'code.6': 'Kode Anda untuk penarikan',
  'code.7': 'Kode Anda untuk kata sandi dana',
  'code.8': 'Kode Anda untuk kunci API',
  'code.life': 'Kode ini hanya berlaku sekali, selama 10 menit.',
  'code.secret': 'Jangan berikan kepada siapa pun, termasuk orang yang mengaku bekerja di {house}.',
  'code.ignore':
    'Jika Anda tidak memintanya, mungkin seseorang salah mengetik alamat. Anda tidak perlu melakukan apa pun.',
  'code.notYou':
    'Jika Anda tidak memintanya, mungkin seseorang mengetahui kata sandi Anda. Jangan bagikan kode ini dan ganti kata sandi Anda.',

  'absent.title': 'Kode diminta, tetapi tidak ada akun',
  'absent.body':
    'Seseorang meminta kode dari {house} dengan alamat ini. Tidak ada akun yang memakainya, jadi kode tidak dikirim. Jika itu Anda, coba alamat yang Anda pakai saat mendaftar.',
  'taken.title': 'Alamat ini sudah memiliki akun',
  'taken.body':
    'Seseorang meminta kode dari {house} untuk membuka akun dengan alamat ini atau menautkannya ke akun. Alamat ini sudah dipakai, jadi kode tidak dikirim. Jika itu Anda, masuklah dengan alamat ini; kata sandi yang lupa bisa dibuat ulang di sana.',

  'newDevice.title': 'Masuk dari perangkat baru',
  'newDevice.body': 'Seseorang masuk ke akun Anda dari perangkat yang belum pernah dipakai di akun ini.',
  'changed.password': 'Kata sandi masuk Anda telah diubah',
  'changed.fundPassword': 'Kata sandi dana Anda telah diubah',
  'changed.email': 'Alamat email akun Anda telah diubah',
  'changed.phone': 'Nomor telepon akun Anda telah diubah',
  'changed.authenticator': 'Aplikasi autentikator akun Anda telah diubah',
  'changed.passkey': 'Passkey akun Anda ditambahkan atau dihapus',
  'changed.antiCode': 'Kata pembuka email kami telah diubah',
  'changed.apiKey': 'Kunci API akun Anda ditambahkan atau dihapus',
  fundGuessed: 'Kata sandi dana Anda salah dimasukkan lima kali',
  locked: 'Untuk melindungi Anda, penarikan dikunci sampai {until}.',
  wasYou: 'Jika itu Anda, Anda tidak perlu melakukan apa pun.',
  'frozen.title': 'Akun Anda dibekukan',
  'frozen.body':
    'Order baru, penarikan, dan kunci API dihentikan; order terbuka dibatalkan, kecuali yang menutup posisi. Anda masih bisa membatalkan order, melunasi pinjaman, menambah margin, memasang stop, dan menutup posisi setelah mengonfirmasi identitas. Saldo Anda tetap utuh. Layanan pelanggan akan membuka kembali akun setelah yakin bahwa Anda sendiri yang memintanya.',
  'unfrozen.title': 'Akun Anda telah dibuka kembali',
  'unfrozen.body': 'Dua anggota tim kami telah memeriksa akun dan mencabut pembekuannya.',
  'linked.title': 'Akun Anda ditautkan dengan akun lain',
  'linked.body':
    'Dua anggota tim kami menemukan bahwa akun Anda dan akun lain dimiliki satu orang. Mulai waktu di bawah, semuanya dihitung sebagai satu: posisi kontrak baru berbagi tingkat posisi, dan penarikan berbagi satu jatah serta satu giliran. Yang sudah terbuka saat itu tetap seperti adanya.',
  'linked.count': 'Akun lain',
  'linked.from': 'Berlaku mulai',
  'linked.appeal': 'Jika ini keliru, ajukan banding di akun Anda. Dua anggota tim kami yang memutuskan.',
  'linked.open': 'Lihat tautan dan ajukan banding',
  'unlinked.title': 'Akun Anda tidak lagi ditautkan',
  'unlinked.body':
    'Dua anggota tim kami mengakhiri tautan dengan akun lain. Posisi dan penarikan Anda kembali dihitung sendiri.',
  'appealRefused.title': 'Tautan akun Anda tetap berlaku',
  'appealRefused.body': 'Dua anggota tim kami telah meninjau banding Anda. Jawaban mereka:',
  'kyc.passed.title': 'Verifikasi identitas: tahap {stage} lulus',
  'kyc.passed.body': 'Data Anda telah diperiksa dan diterima. Terima kasih.',
  'kyc.refused.title': 'Verifikasi identitas: tahap {stage} perlu diperbaiki',
  'kyc.refused.body': 'Kami tidak dapat menerima hal berikut. Perbaiki di pusat akun lalu kirim lagi.',
  'field.name': 'Nama',
  'field.country': 'Negara',
  'field.documentType': 'Jenis dokumen',
  'field.documentNo': 'Nomor dokumen',
  'field.front': 'Foto sisi depan',
  'field.back': 'Foto sisi belakang',
  'field.handheld': 'Foto Anda memegang dokumen',
  'reason.unreadable': 'tidak terbaca',
  'reason.mismatch': 'tidak cocok dengan data lain',
  'reason.expired': 'dokumen sudah kedaluwarsa',
  'reason.incomplete': 'ada bagian yang kurang',
  'reason.wrongDocument': 'bukan dokumen yang disebutkan',
  'reason.notOwn': 'milik orang lain',
  'reason.other': 'alasannya ada di pusat akun',
  'fundCase.passed.title': 'Anda dapat membuat kata sandi dana baru',
  'fundCase.passed.body':
    'Permintaan Anda telah diperiksa dan disetujui. Buat kata sandi dana baru di pusat keamanan sebelum {until}.',
  'fundCase.refused.title': 'Permintaan kata sandi dana baru Anda ditolak',
  'fundCase.refused.body':
    'Kami tidak dapat memastikan bahwa permintaan itu dari Anda. Layanan pelanggan akan memberi tahu apa yang kurang.',

  'alert.title': 'Peringatan Anda terpicu',
  'alert.above': '{symbol} berada di {seen}: di atau di atas {value}, seperti yang Anda minta.',
  'alert.below': '{symbol} berada di {seen}: di atau di bawah {value}, seperti yang Anda minta.',
  'alert.fill': 'Order Anda di {symbol} terisi pada {seen}.',
  'alert.funding': 'Tarif pendanaan {symbol} adalah {seen}: sudah melewati {value}, seperti yang Anda minta.',
  'alert.liquidation':
    'Posisi Anda di {symbol} berjarak {seen} dari harga likuidasinya; Anda minta diberi tahu di bawah {value}.',
  'alert.own': 'Anda sendiri yang memasang peringatan ini. Ubah atau hapus di daftar peringatan Anda.',
  'deposited.title': 'Setoran telah dikreditkan',
  'deposited.body': '{amount} {coin} telah tiba dan ada di dompet spot Anda.',
  'reversed.title': 'Setoran ditarik kembali',
  'reversed.body':
    'Jaringan mengganti blok yang memuat setoran Anda sebesar {amount} {coin}, dan pembayaran itu tidak ada di blok berikutnya mana pun. Jumlahnya diambil dari dompet spot Anda; kekurangannya menjadi utang dan dilunasi lebih dulu dari dana yang masuk. Sampai saat itu penarikan dikunci.',

  'bondClaim.notice.title': 'Klaim atas jaminan merchant',
  'bondClaim.paid.title': 'Klaim dibayar dari jaminan merchant',
  'bondClaim.ended.title': 'Klaim atas jaminan merchant berakhir',
  'bondClaim.merchant.notice':
    'Ada klaim sebesar {amount} {coin} atas jaminan merchant Anda untuk order OTC {order}. Anda dapat menjawab hingga {until}. Sampai diputuskan, jaminan Anda tidak dapat ditarik. Setelah itu anggota kedua tim kami memutuskan.',
  'bondClaim.harmed.notice':
    'Kami mengklaim {amount} {coin} untuk Anda dari jaminan merchant untuk order OTC {order}. Merchant dapat menjawab hingga {until}. Setelah itu anggota kedua tim kami memutuskan.',
  'bondClaim.merchant.paid':
    '{amount} {coin} dibayarkan dari jaminan merchant Anda kepada pihak lain dalam order OTC {order}.',
  'bondClaim.harmed.paid': '{amount} {coin} dari jaminan merchant ada di dompet spot Anda, untuk order OTC {order}.',
  'bondClaim.merchant.ended':
    'Klaim sebesar {amount} {coin} atas jaminan merchant Anda untuk order OTC {order} tidak dibayar.',
  'bondClaim.harmed.ended':
    'Klaim sebesar {amount} {coin} atas jaminan merchant untuk order OTC {order} tidak dibayar.',
  'bondClaim.page': 'Buka klaim Anda',

  'fact.device': 'Perangkat',
  'fact.ip': 'Alamat IP',
  'fact.time': 'Waktu',
  notYou: 'Bukan Anda? Segera bekukan akun: order, penarikan, dan kunci API akan berhenti.',
  freeze: 'Bekukan di pusat keamanan',
  'word.yours': 'Kata Anda: {word}',
  'word.none':
    'Pilih sebuah kata di pusat keamanan: email kami akan diawali kata itu, dan email tanpa kata itu bukan dari kami.',
  'footer.never': '{house} tidak pernah meminta kata sandi atau kode lewat email, telepon, atau obrolan.',
  'footer.auto': 'Pesan ini dikirim otomatis; balasan tidak dibaca.',
  'sms.code': '{title}: {code}. Berlaku 10 menit. Jangan berikan kepada siapa pun.',
  'sms.notYou': '{title}. Bukan Anda? Bekukan akun di pusat keamanan.',
};
