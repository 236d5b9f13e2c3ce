// French: the texts of our messages.

import type { Texts } from './en.ts';

export const fr: Texts = {
  'code.1': 'Votre code pour ouvrir un compte',
  'code.2': 'Votre code de connexion',
  'code.3': 'Votre code pour choisir un nouveau mot de passe',
  'code.4': 'Votre code pour lier une adresse e-mail ou un téléphone',
  'code.5': 'Votre code pour modifier un réglage de sécurité',
  'code.6': 'Votre code de retrait',
  'code.7': 'Votre code pour le mot de passe de fonds',
  'code.8': 'Votre code pour une clé API',
  'code.life': 'Il ne sert qu’une fois, pendant 10 minutes.',
  'code.secret': 'Ne le donnez à personne, pas même à quelqu’un qui dit travailler pour {house}.',
  'code.ignore':
    'Si vous ne l’avez pas demandé, quelqu’un s’est sans doute trompé d’adresse. Vous n’avez rien à faire.',
  'code.notYou':
    'Si vous ne l’avez pas demandé, quelqu’un connaît peut-être votre mot de passe. Gardez ce code pour vous et changez de mot de passe.',

  'absent.title': 'Un code a été demandé, mais il n’y a pas de compte',
  'absent.body':
    'Quelqu’un a demandé un code à {house} avec cette adresse. Aucun compte ne l’utilise, aucun code n’a donc été envoyé. Si c’était vous, essayez l’adresse avec laquelle vous vous êtes inscrit.',
  'taken.title': 'Un compte utilise déjà cette adresse',
  'taken.body':
    'Quelqu’un a demandé un code à {house} pour ouvrir un compte avec cette adresse ou la lier à un compte. Elle est déjà utilisée, aucun code n’a donc été envoyé. Si c’était vous, connectez-vous avec elle ; un mot de passe oublié peut y être remplacé.',

  'newDevice.title': 'Connexion depuis un nouvel appareil',
  'newDevice.body': 'Quelqu’un s’est connecté à votre compte depuis un appareil que nous n’y avions encore jamais vu.',
  'changed.password': 'Votre mot de passe de connexion a été modifié',
  'changed.fundPassword': 'Votre mot de passe de fonds a été modifié',
  'changed.email': 'L’adresse e-mail de votre compte a été modifiée',
  'changed.phone': 'Le numéro de téléphone de votre compte a été modifié',
  'changed.authenticator': 'L’application d’authentification de votre compte a été modifiée',
  'changed.passkey': 'Une clé d’accès de votre compte a été ajoutée ou retirée',
  'changed.antiCode': 'Le mot qui ouvre nos messages a été modifié',
  'changed.apiKey': 'Une clé API de votre compte a été ajoutée ou retirée',
  fundGuessed: 'Votre mot de passe de fonds a été saisi cinq fois de façon erronée',
  locked: 'Pour vous protéger, les retraits sont bloqués jusqu’au {until}.',
  wasYou: 'Si c’était vous, vous n’avez rien à faire.',
  'frozen.title': 'Votre compte est gelé',
  'frozen.body':
    'Les nouveaux ordres, les retraits et les clés API sont arrêtés ; les ordres ouverts ont été annulés, sauf ceux qui ferment une position. Vous pouvez encore annuler des ordres, rembourser, ajouter de la marge, placer des stops et, après confirmation de votre identité, fermer des positions. Votre solde est intact. Le service client rouvrira le compte dès qu’il sera certain que la demande vient de vous.',
  'unfrozen.title': 'Votre compte est de nouveau ouvert',
  'unfrozen.body': 'Deux membres de notre équipe ont vérifié le compte et levé le gel.',
  'linked.title': 'Votre compte est lié à d’autres',
  'linked.body':
    'Deux membres de notre équipe ont établi que votre compte et d’autres appartiennent à une même personne. À partir du moment indiqué ci-dessous, ils comptent comme un seul : les nouvelles positions sur contrats partagent les paliers de position, et les retraits partagent un seul quota et un seul tour. Ce qui est ouvert d’ici là reste inchangé.',
  'linked.count': 'Autres comptes',
  'linked.from': 'Compte à partir du',
  'linked.appeal': 'Si c’est une erreur, faites appel depuis votre compte. Deux membres de notre équipe décident.',
  'linked.open': 'Voir le lien et faire appel',
  'unlinked.title': 'Votre compte n’est plus lié',
  'unlinked.body':
    'Deux membres de notre équipe ont mis fin au lien avec d’autres comptes. Vos positions et retraits comptent de nouveau séparément.',
  'appealRefused.title': 'Le lien de votre compte est maintenu',
  'appealRefused.body': 'Deux membres de notre équipe ont examiné votre appel. Leur réponse :',
  'kyc.passed.title': 'Vérification d’identité : étape {stage} validée',
  'kyc.passed.body': 'Vos informations ont été vérifiées et acceptées. Merci.',
  'kyc.refused.title': 'Vérification d’identité : l’étape {stage} est à corriger',
  'kyc.refused.body': 'Nous n’avons pas pu accepter ce qui suit. Corrigez-le dans votre espace compte et renvoyez-le.',
  'field.name': 'Nom',
  'field.country': 'Pays',
  'field.documentType': 'Type de document',
  'field.documentNo': 'Numéro du document',
  'field.front': 'Photo du recto',
  'field.back': 'Photo du verso',
  'field.handheld': 'Photo de vous avec le document',
  'reason.unreadable': 'illisible',
  'reason.mismatch': 'ne correspond pas au reste',
  'reason.expired': 'le document a expiré',
  'reason.incomplete': 'il en manque une partie',
  'reason.wrongDocument': 'ce n’est pas le document indiqué',
  'reason.notOwn': 'appartient à une autre personne',
  'reason.other': 'la raison figure dans votre espace compte',
  'fundCase.passed.title': 'Vous pouvez choisir un nouveau mot de passe de fonds',
  'fundCase.passed.body':
    'Votre demande a été vérifiée et accordée. Choisissez le nouveau mot de passe de fonds dans le centre de sécurité avant le {until}.',
  'fundCase.refused.title': 'Votre demande de nouveau mot de passe de fonds a été refusée',
  'fundCase.refused.body':
    'Nous n’avons pas pu être certains qu’elle venait de vous. Le service client vous dira ce qui manque.',

  'alert.title': 'Votre alerte s’est déclenchée',
  'alert.above': '{symbol} est à {seen} : à {value} ou au-dessus, comme vous l’aviez demandé.',
  'alert.below': '{symbol} est à {seen} : à {value} ou en dessous, comme vous l’aviez demandé.',
  'alert.fill': 'Un de vos ordres sur {symbol} a été exécuté à {seen}.',
  'alert.funding':
    'Le taux de financement de {symbol} est de {seen} : il a dépassé {value}, comme vous l’aviez demandé.',
  'alert.liquidation':
    'Une de vos positions sur {symbol} est à {seen} de son prix de liquidation ; vous vouliez le savoir au-dessous de {value}.',
  'alert.own': 'Vous avez créé cette alerte vous-même. Modifiez-la ou supprimez-la dans la liste de vos alertes.',
  'deposited.title': 'Un dépôt a été crédité',
  'deposited.body': '{amount} {coin} est arrivé et se trouve dans votre portefeuille spot.',
  'reversed.title': 'Un dépôt a été repris',
  'reversed.body':
    'Le réseau a remplacé le bloc qui contenait votre dépôt de {amount} {coin}, et le paiement ne figure dans aucun des blocs suivants. Il a été retiré de votre portefeuille spot ; ce qui y manquait est dû et sera remboursé en premier par ce qui arrive. D’ici là, les retraits sont bloqués.',

  'bondClaim.notice.title': 'Une réclamation sur la caution d’un marchand',
  'bondClaim.paid.title': 'Une réclamation a été payée sur la caution d’un marchand',
  'bondClaim.ended.title': 'Une réclamation sur la caution d’un marchand est close',
  'bondClaim.merchant.notice':
    'Une réclamation de {amount} {coin} porte sur votre caution de marchand, pour l’ordre OTC {order}. Vous pouvez répondre jusqu’au {until}. Tant qu’elle n’est pas tranchée, votre caution ne peut pas être retirée. Ensuite, une deuxième personne de notre équipe décide.',
  'bondClaim.harmed.notice':
    'Nous avons réclamé pour vous {amount} {coin} sur la caution du marchand, pour l’ordre OTC {order}. Le marchand peut répondre jusqu’au {until}. Ensuite, une deuxième personne de notre équipe décide.',
  'bondClaim.merchant.paid':
    '{amount} {coin} ont été payés sur votre caution de marchand à l’autre partie de l’ordre OTC {order}.',
  'bondClaim.harmed.paid':
    '{amount} {coin} de la caution du marchand sont dans votre portefeuille spot, pour l’ordre OTC {order}.',
  'bondClaim.merchant.ended':
    'La réclamation de {amount} {coin} sur votre caution de marchand, pour l’ordre OTC {order}, n’a pas été payée.',
  'bondClaim.harmed.ended':
    'La réclamation de {amount} {coin} sur la caution du marchand, pour l’ordre OTC {order}, n’a pas été payée.',
  'bondClaim.page': 'Ouvrir vos réclamations',

  'fact.device': 'Appareil',
  'fact.ip': 'Adresse IP',
  'fact.time': 'Heure',
  notYou: 'Ce n’était pas vous ? Gelez le compte sans attendre : ordres, retraits et clés API s’arrêtent aussitôt.',
  freeze: 'Le geler dans le centre de sécurité',
  'word.yours': 'Votre mot : {word}',
  'word.none':
    'Choisissez un mot dans le centre de sécurité : nos e-mails commenceront par lui, et un e-mail sans ce mot ne vient pas de nous.',
  'footer.never': '{house} ne demande jamais de mot de passe ni de code par e-mail, téléphone ou messagerie.',
  'footer.auto': 'Ce message a été envoyé automatiquement ; les réponses ne sont pas lues.',
  'sms.code': '{title} : {code}. Valable 10 minutes. Ne le donnez à personne.',
  'sms.notYou': '{title}. Pas vous ? Gelez le compte dans le centre de sécurité.',
};
